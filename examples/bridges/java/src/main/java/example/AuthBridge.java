package example;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.WebUtils;

/** The session of an app's own server, with Spring. The sessions are in the memory of this process, by a hash of the id. */
@RestController
public class AuthBridge {
    private record Session(String token, String user, Instant askedAt, Instant endsAt) {}

    private static final Pattern BEARER = Pattern.compile("(?i:Bearer) ([\\w.~+/-]{1,512}=*)");
    private static final int MAX_SECONDS = 90 * 86400;
    private final Map<String, Session> sessions = new ConcurrentHashMap<>();
    private final HttpClient client = HttpClient.newHttpClient(); // it follows no redirect
    private final ObjectMapper json = new ObjectMapper();
    @Value("${AUTH_URL}") private String authUrl;
    @Value("#{'${ORIGINS}'.split(' ')}") private Set<String> origins;

    /** Who asks for a page. Answers 503 while nobody knows. */
    public Optional<String> whoIs(HttpServletRequest request) {
        var key = keyOf(request);
        var found = find(key);
        if (found == null) return Optional.empty();
        if (found.askedAt.isAfter(Instant.now().minusSeconds(30))) return Optional.of(found.user);
        var asked = ask(found.token).orElse(null);
        if (asked == null) sessions.remove(key);
        else sessions.replace(key, found, new Session(found.token, asked.user, asked.askedAt, found.endsAt));
        return Optional.ofNullable(asked).map(Session::user);
    }

    @DeleteMapping("/auth/session")
    public ResponseEntity<Void> end(HttpServletRequest request) {
        if (!isOwnPage(request)) return answer(403).build();
        sessions.remove(keyOf(request));
        return answer(204).header("Set-Cookie", cookie("", 0)).build();
    }

    @PostMapping("/auth/session")
    public ResponseEntity<Void> begin(HttpServletRequest request) {
        if (!isOwnPage(request)) return answer(403).build();
        var bearer = BEARER.matcher(Objects.requireNonNullElse(request.getHeader("Authorization"), ""));
        var begun = bearer.matches() ? ask(bearer.group(1)).orElse(null) : null;
        if (begun == null) return answer(401).header("WWW-Authenticate", "Bearer").build();
        var key = keyOf(request);
        var earlier = find(key);
        if (earlier != null && MessageDigest.isEqual(earlier.token.getBytes(), begun.token.getBytes())) return answer(204).build();
        // After a renewal, requests that are under way come with the earlier id for up to a minute.
        var soon = Instant.now().plusSeconds(60);
        if (earlier != null && earlier.user.equals(begun.user) && soon.isBefore(earlier.endsAt))
            sessions.put(key, new Session(earlier.token, earlier.user, earlier.askedAt, soon));
        else sessions.remove(key);
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        var id = HexFormat.of().formatHex(bytes);
        sessions.values().removeIf(session -> session.endsAt.isBefore(Instant.now()));
        sessions.put(hash(id), begun);
        return answer(204).header("Set-Cookie", cookie(id, Duration.between(begun.askedAt, begun.endsAt).toSeconds())).build();
    }

    /** The session of a token; empty if the token is void. */
    private Optional<Session> ask(String token) {
        var uri = URI.create(authUrl + "/v1/session");
        var request = HttpRequest.newBuilder(uri).header("Authorization", "Bearer " + token).timeout(Duration.ofSeconds(3));
        var now = Instant.now();
        try {
            var response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            var answer = json.readTree(response.body());
            // A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
            var code = answer.path("code").isInt() ? Math.max(answer.path("code").intValue(), response.statusCode()) : 0;
            if (code == 401) return Optional.empty();
            var seconds = Math.min(answer.path("params").path("expiresIn").longValue(), MAX_SECONDS);
            var user = answer.path("params").path("user").asText();
            if (code == 200 && !user.isEmpty() && seconds > 0) return Optional.of(new Session(token, user, now, now.plusSeconds(seconds)));
        } catch (IOException error) { // no answer, or one that can't be read
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
        throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
    }

    private Session find(String key) {
        var found = sessions.get(key);
        return found != null && found.endsAt.isAfter(Instant.now()) ? found : null;
    }

    private boolean isOwnPage(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        return request.getHeader("Origin") != null && origins.contains(request.getHeader("Origin")) && (site == null || site.equals("same-origin"));
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
