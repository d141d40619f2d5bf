# The session of an app's own server, for Rack: Rails, Sinatra, Hanami. AUTH_URL is the server that signs people in.
require 'digest'
require 'json'
require 'net/http'
require 'rack'
require 'securerandom'

class AuthBridge
  class AuthUnavailable < StandardError; end

  COOKIE = '__Host-auth-session'
  MAX_SECONDS = 90 * 86_400
  MAX_RECORDS = 100_000

  def initialize(app, auth_url:, origins:)
    @app, @session_url, @origins = app, URI("#{auth_url}/v1/session"), origins
    @records, @lock = {}, Mutex.new # by a hash of the id, in the memory of this process
  end

  def call(env)
    request = Rack::Request.new(env)
    key, now = Digest::SHA256.hexdigest(request.cookies[COOKIE].to_s), Process.clock_gettime(Process::CLOCK_MONOTONIC)
    return session(request, key, now) if request.path_info == '/auth/session'

    env['auth.account'] = -> { account_of(key, now) } # nil if nobody is signed in; raises AuthUnavailable while nobody knows
    @app.call(env)
  end

  private

  def session(request, key, now)
    return answer(405) unless request.post? || request.delete?
    return answer(403) unless @origins.include?(request.get_header('HTTP_ORIGIN')) &&
                              [nil, 'same-origin'].include?(request.get_header('HTTP_SEC_FETCH_SITE'))

    @lock.synchronize { @records.delete(key) } if request.delete?
    return with_cookie('', 0) if request.delete?

    token = request.get_header('HTTP_AUTHORIZATION').to_s[%r{\ABearer ([\w.~+/-]{1,512}=*)\z}i, 1]
    account = token && ask(token) or return answer(401, 'www-authenticate' => 'Bearer')
    id, seconds = SecureRandom.urlsafe_base64(32), [account['expiresIn'].to_i, MAX_SECONDS].min
    @lock.synchronize do
      earlier = @records.delete(key)
      earlier = nil if earlier && earlier[:ends_at] <= now
      # After a renewal, requests that are under way come with the earlier id for up to a minute.
      is_same = earlier && Rack::Utils.secure_compare(earlier[:token], token)
      earlier[:ends_at] = [earlier[:ends_at], now + 60].min if earlier && !is_same
      @records[key] = earlier if earlier && earlier[:account]['user'] == account['user']
      return answer(204) if is_same

      @records[Digest::SHA256.hexdigest(id)] = { token: token, account: account, asked_at: now, ends_at: now + seconds }
      @records.shift if @records.size > MAX_RECORDS # the oldest
    end
    with_cookie(id, seconds)
  rescue AuthUnavailable
    answer(503, 'retry-after' => '5')
  end

  def account_of(key, now)
    record = @lock.synchronize { @records[key] }
    return if record.nil? || record[:ends_at] <= now

    record.update(account: ask(record[:token]), asked_at: now) if record[:asked_at] <= now - 30
    record[:account]
  end

  def ask(token)
    http = { use_ssl: @session_url.scheme == 'https', open_timeout: 3, read_timeout: 3 } # it follows no redirect
    response = Net::HTTP.start(@session_url.host, @session_url.port, **http) do |connection|
      connection.get(@session_url.path, 'Authorization' => "Bearer #{token}")
    end
    answer = JSON.parse(response.body)
    # A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
    code = [answer.fetch('code'), response.code.to_i].max
    return if code == 401

    raise AuthUnavailable if code != 200

    { 'user' => answer['params'].fetch('user'), 'expiresIn' => answer['params'].fetch('expiresIn') }
  rescue StandardError # no answer, or one that can't be read
    raise AuthUnavailable
  end

  def answer(status, headers = {}) = [status, { 'cache-control' => 'private, no-store', **headers }, []]

  def with_cookie(id, seconds)
    answer(204, 'set-cookie' => "#{COOKIE}=#{id}; Path=/; Max-Age=#{seconds}; HttpOnly; Secure; SameSite=Lax")
  end
end
