# Receives webhooks in any Ruby web server that speaks Rack; in config.ru: require_relative "ruby"; run Receiver
require "json"
require "openssl"

FIVE_MINUTES = 300

# Whether the service signed exactly these bytes, at most five minutes from now.
def verify(secret, timestamp, signature, raw_body, now)
  return false unless timestamp.match?(/\A[0-9]{1,15}\z/) && (now.to_i - timestamp.to_i).abs <= FIVE_MINUTES

  digest = OpenSSL::HMAC.hexdigest("SHA256", secret.b, "#{timestamp}.".b + raw_body.b)
  # == stops at the first difference, so its timing would reveal how much of a guess is correct.
  OpenSSL.secure_compare("sha256=#{digest}", signature)
end

Receiver = lambda do |env|
  # The raw bytes: JSON that is parsed and serialised again has a different signature.
  raw_body = env["rack.input"]&.read.to_s
  timestamp = env["HTTP_X_WEBHOOK_TIMESTAMP"].to_s
  signature = env["HTTP_X_WEBHOOK_SIGNATURE"].to_s
  next [401, {}, []] unless verify(ENV.fetch("WEBHOOK_SECRET"), timestamp, signature, raw_body, Time.now)

  # Parse the body only after it is verified.
  event = JSON.parse(raw_body)
  puts "#{event["event"]} #{event["data"]}"
  [204, {}, []]
end
