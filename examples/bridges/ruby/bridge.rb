# The session of an app's own server, for Rack: Rails, Sinatra, Hanami. AUTH_URL is the server that signs people in.
require 'digest'
require 'json'
require 'net/http'
require 'rack'
require 'securerandom'

class AuthBridge
  class AuthUnavailable < StandardError; end

  COOKIE, MAX_SECONDS, MAX_RECORDS = '__Host-auth-session', 90 * 86_400, 100_000

  def initialize(app, auth_url:, origins:)
    @app, @url, @origins = app, URI("#{auth_url}/v1/session"), origins
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
    origin, site, bearer = request.env.values_at('HTTP_ORIGIN', 'HTTP_SEC_FETCH_SITE', 'HTTP_AUTHORIZATION')
    return answer(403) unless @origins.include?(origin) && [nil, 'same-origin'].include?(site)

    @lock.synchronize { @records.delete(key) } if request.delete?
    return with_cookie('', 0) if request.delete?

    account = (token = bearer.to_s[%r{\ABearer ([\w.~+/-]{1,8192}=*)\z}i, 1]) && ask(token)
    return answer(401, 'www-authenticate' => 'Bearer') unless account

    id, seconds = SecureRandom.urlsafe_base64(32), [account['expiresIn'].to_i, MAX_SECONDS].min
    @lock.synchronize do
      earlier = find(key, now)
      return answer(204) if earlier && Rack::Utils.secure_compare(earlier[:token], token)

      # After a renewal, requests that are under way come with the earlier id for up to a minute.
      earlier[:ends_at] = [earlier[:ends_at], now + 60].min if earlier
      @records.delete(key) unless earlier&.dig(:account, 'user') == account['user']
      @records[Digest::SHA256.hexdigest(id)] = { token: token, account: account, asked_at: now, ends_at: now + seconds }
      @records.shift if @records.size > MAX_RECORDS # the oldest
    end
    with_cookie(id, seconds)
  rescue AuthUnavailable
    answer(503, 'retry-after' => '5')
  end

  def find(key, now) = @records[key]&.then { |record| record if record[:ends_at] > now }

  def account_of(key, now)
    record = @lock.synchronize { find(key, now) }
    record.update(account: ask(record[:token]), asked_at: now) if record && record[:asked_at] <= now - 30
    record&.fetch(:account)
  end

  def ask(token)
    options = { use_ssl: @url.scheme == 'https', open_timeout: 3, read_timeout: 3 } # it follows no redirect
    response = Net::HTTP.start(@url.host, @url.port, **options) { _1.get(@url.path, 'Authorization' => "Bearer #{token}") }
    answer = JSON.parse(response.body)
    # A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
    code = [answer.fetch('code'), response.code.to_i].max
    raise AuthUnavailable unless [200, 401].include?(code)

    %w[user expiresIn].to_h { |name| [name, answer['params'].fetch(name)] } if code == 200
  rescue StandardError # no answer, or one that can't be read
    raise AuthUnavailable
  end

  def answer(status, headers = {}) = [status, { 'cache-control' => 'private, no-store', **headers }, []]

  def with_cookie(id, age) = answer(204, 'set-cookie' => "#{COOKIE}=#{id}; Path=/; Max-Age=#{age}; HttpOnly; Secure; SameSite=Lax")
end
