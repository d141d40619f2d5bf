package example;

import jakarta.servlet.http.*;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.*;

/** java -jar target/auth-bridge-1.jar --server.port=5174, with AUTH_URL and ORIGINS in the environment. */
@RestController
@SpringBootApplication
public class App {
    private final AuthBridge bridge;

    App(AuthBridge bridge) {
        this.bridge = bridge;
    }

    public static void main(String[] args) {
        SpringApplication.run(App.class, args);
    }

    @GetMapping("/")
    String home(HttpServletRequest request, HttpServletResponse response) {
        response.setHeader("Cache-Control", "private, no-store");
        return bridge.whoIs(request).map(user -> "Signed in as " + user).orElse("Signed out");
    }
}
