-- Sends the requests of a file, one after another and around again. A line is a request: path, cookie and body, separated by tabs;
-- it is a GET without a body.
-- Its arguments: the file, the accepted encoding or nothing, and the pause of a connection or nothing.
local requests, at = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, cookie, body = line:match("^([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { ["content-type"] = "application/json", cookie = cookie }
    if arguments[2] ~= "" then headers["accept-encoding"] = arguments[2] end
    requests[#requests + 1] = body == "" and wrk.format("GET", path, headers) or wrk.format("POST", path, headers, body)
  end
  -- Milliseconds that a connection waits before each request.
  if arguments[3] ~= "" then function delay() return tonumber(arguments[3]) end end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

-- Prints the figures as one line of JSON after wrk's own report; latencies are in microseconds.
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"p50":%d,"p99":%d,"failed":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.timeout + errors.status))
end
