// The cases in the file that CASES names -> the names of those that verify judges wrong, one a line.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"
)

func TestVerify(t *testing.T) {
	text, err := os.ReadFile(os.Getenv("CASES"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name, Secret, Timestamp, Signature, Body string
		Now                                      int64
		Valid                                    bool
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, one := range cases {
		body, err := base64.StdEncoding.DecodeString(one.Body)
		if err != nil {
			t.Fatal(err)
		}
		if verify(one.Secret, one.Timestamp, one.Signature, body, time.Unix(one.Now, 0)) != one.Valid {
			fmt.Println(one.Name)
		}
	}
}
