// Receives webhooks with Go's standard library: WEBHOOK_SECRET=whsec_… go run go.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"
)

const fiveMinutes = 300

// verify tells whether the service signed exactly these bytes, at most five minutes from now.
func verify(secret, timestamp, signature string, rawBody []byte, now time.Time) bool {
	seconds, err := strconv.ParseUint(timestamp, 10, 48)
	if err != nil {
		return false
	}
	if age := now.Unix() - int64(seconds); age > fiveMinutes || age < -fiveMinutes {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	// == stops at the first difference, so its timing would reveal how much of a guess is correct.
	return hmac.Equal([]byte(expected), []byte(signature))
}

func receive(w http.ResponseWriter, r *http.Request) {
	// The raw bytes: JSON that is parsed and serialised again has a different signature.
	rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil {
		http.Error(w, "unreadable", http.StatusBadRequest)
		return
	}
	timestamp, signature := r.Header.Get("X-Webhook-Timestamp"), r.Header.Get("X-Webhook-Signature")
	if !verify(os.Getenv("WEBHOOK_SECRET"), timestamp, signature, rawBody, time.Now()) {
		http.Error(w, "not signed by the service", http.StatusUnauthorized)
		return
	}
	// Parse the body only after it is verified.
	var event struct {
		Event string          `json:"event"`
		Data  json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(rawBody, &event); err != nil {
		http.Error(w, "not JSON", http.StatusBadRequest)
		return
	}
	log.Println(event.Event, string(event.Data))
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "4000"
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, http.HandlerFunc(receive)))
}
