# The program in ARGV[0] and the cases in ARGV[1] -> the names of those it judges wrong, one a line; then its Rack
# application is asked the same of deliveries that are signed now.
require "base64"
require "json"
require "stringio"
require File.expand_path(ARGV[0])

JSON.parse(File.read(ARGV[1])).each do |one|
  body = Base64.decode64(one["body"])
  puts one["name"] if verify(one["secret"], one["timestamp"], one["signature"], body, one["now"]) != one["valid"]
end

ENV["WEBHOOK_SECRET"] = "whsec_of_the_driver"
$stdout = StringIO.new
body = '{"event":"webhook.test","data":{"message":"Hello"}}'
timestamp = Time.now.to_i.to_s
signature = "sha256=#{OpenSSL::HMAC.hexdigest("SHA256", "whsec_of_the_driver", "#{timestamp}.#{body}")}"
respond = lambda do |sent|
  headers = { "HTTP_X_WEBHOOK_TIMESTAMP" => timestamp, "HTTP_X_WEBHOOK_SIGNATURE" => signature }
  Receiver.call(headers.merge("rack.input" => StringIO.new(sent))).first
end
statuses = [respond.call(body), respond.call("#{body} "), Receiver.call({}).first]
$stdout = STDOUT
puts "the Rack application returns #{statuses}" if statuses != [204, 401, 401]
