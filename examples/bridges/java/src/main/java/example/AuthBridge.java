package example;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import jakarta.servlet.http.HttpServletRequest;
import java.math.BigInteger;
import java.security.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.http.client.*;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.*;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.WebUtils;

/** The session of an app's own server, with Spring. The sessions are in the memory of this process, by a hash of the id. */
@RestController
public class AuthBridge {
    private record Session(String token, String user, Instant askedAt, Instant endsAt) {}

    private static final Pattern BEARER = Pattern.compile("(?i:Bearer) ([\\w.~+/-]{1,8192}=*)");
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final RestClient client;
    @Value("#{'${ORIGINS}'.split(' ')}") private Set<String> origins;

    AuthBridge(@Value("${AUTH_URL}") String authUrl) {
        // The token must not go to any other address.
        var settings = ClientHttpRequestFactorySettings.defaults().withRedirects(ClientHttpRequestFactorySettings.Redirects.DONT_FOLLOW)
            .withTimeouts(Duration.ofSeconds(3), Duration.ofSeconds(3));
        client = RestClient.builder().baseUrl(authUrl).requestFactory(ClientHttpRequestFactoryBuilder.jdk().build(settings)).build();
    }

    /** Who asks for a page. Answers 503 while nobody knows. */
    public Optional<String> whoIs(HttpServletRequest request) {
        var key = keyOf(request);
        var found = find(key);
        if (found == null) return Optional.empty();
        if (found.askedAt.isAfter(Instant.now().minusSeconds(30))) return Optional.of(found.user);
        var asked = ask(found.token);
        if (asked == null) sessions.remove(key);
        else sessions.replace(key, found, new Session(found.token, asked.user, asked.askedAt, found.endsAt));
        return Optional.ofNullable(asked).map(Session::user);
    }

    @RequestMapping(path = "/auth/session", method = {RequestMethod.POST, RequestMethod.DELETE})
    public ResponseEntity<Void> session(HttpServletRequest request, @RequestHeader(defaultValue = "") String origin,
            @RequestHeader(name = "Sec-Fetch-Site", defaultValue = "same-origin") String site, @RequestHeader(defaultValue = "") String authorization) {
        if (!origins.contains(origin) || !site.equals("same-origin")) return answer(403).build();
        var key = keyOf(request);
        var earlier = find(key);
        if (request.getMethod().equals("DELETE")) {
            sessions.remove(key);
            return answer(204).header("Set-Cookie", cookie("", 0)).build();
        }
        var bearer = BEARER.matcher(authorization);
        var begun = bearer.matches() ? ask(bearer.group(1)) : null;
        if (begun == null) return answer(401).header("WWW-Authenticate", "Bearer").build();
        if (earlier != null && MessageDigest.isEqual(earlier.token.getBytes(), begun.token.getBytes())) return answer(204).build();
        // After a renewal, requests that are under way come with the earlier id for up to a minute.
        var soon = Instant.now().plusSeconds(60);
        if (earlier != null && earlier.user.equals(begun.user) && soon.isBefore(earlier.endsAt))
            sessions.put(key, new Session(earlier.token, earlier.user, earlier.askedAt, soon));
        else sessions.remove(key);
        var id = new BigInteger(256, new SecureRandom()).toString(36);
        sessions.values().removeIf(session -> session.endsAt.isBefore(Instant.now()));
        sessions.put(hash(id), begun);
        return answer(204).header("Set-Cookie", cookie(id, Duration.between(begun.askedAt, begun.endsAt).toSeconds())).build();
    }

    /** The session of a token; null if the token is void. */
    private Session ask(String token) {
        var now = Instant.now();
        try {
            var response = client.get().uri("/v1/session").header("Authorization", "Bearer " + token)
                .retrieve().onStatus(status -> true, (request, answer) -> {}).toEntity(JsonNode.class);
            var answer = Objects.requireNonNullElse(response.getBody(), MissingNode.getInstance());
            // A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
            var code = answer.path("code").isInt() ? Math.max(answer.path("code").intValue(), response.getStatusCode().value()) : 0;
            if (code == 401) return null;
            var seconds = Math.min(answer.path("params").path("expiresIn").longValue(), 90 * 86400);
            var user = answer.path("params").path("user").asText();
            if (code == 200 && !user.isEmpty() && seconds > 0) return new Session(token, user, now, now.plusSeconds(seconds));
        } catch (RestClientException error) { // no answer, or one that can't be read
        }
        throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
    }

    private Session find(String key) {
        var found = sessions.get(key);
        return found != null && found.endsAt.isAfter(Instant.now()) ? found : null;
    }

    private static ResponseEntity.BodyBuilder answer(int status) {
        return ResponseEntity.status(status).header("Cache-Control", "private, no-store");
    }

    private static String cookie(String id, long seconds) {
        return "__Host-auth-session=" + id + "; Path=/; Max-Age=" + seconds + "; HttpOnly; Secure; SameSite=Lax";
    }

    private static String keyOf(HttpServletRequest request) {
        var cookie = WebUtils.getCookie(request, "__Host-auth-session");
        return hash(cookie == null ? "" : cookie.getValue());
    }

    private static String hash(String id) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(id.getBytes()));
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error);
        }
    }
}
