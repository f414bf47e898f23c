-- wrk asks in turn for the paths of a file, and prints what it found as one line of JSON.
-- The file: the method, the Authorization header, the body (an empty line: none), then a path per line.

local requests, at = {}, 0

function init(args)
  local lines = io.lines(args[1])
  local method, authorization, body = lines(), lines(), lines()
  local headers = { Authorization = authorization }
  if body == "" then body = nil else headers["Content-Type"] = "application/json" end
  for path in lines do requests[#requests + 1] = wrk.format(method, path, headers, body) end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\n{"requests":%d,"seconds":%.6f,"p50":%.3f,"p99":%.3f,"failed":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
