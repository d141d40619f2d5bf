# puma --port 5174, with AUTH_URL and ORIGINS in the environment
require_relative 'bridge'

use AuthBridge, auth_url: ENV.fetch('AUTH_URL'), origins: ENV.fetch('ORIGINS').split

run(lambda do |env|
  headers = { 'cache-control' => 'private, no-store', 'content-type' => 'text/plain' }
  account = env['auth.account'].call
  [200, headers, [account ? "Signed in as #{account['user']}" : 'Signed out']]
rescue AuthBridge::AuthUnavailable
  [503, headers, []]
end)
