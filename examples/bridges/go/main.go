// go run ., with PORT, AUTH_URL and ORIGINS in the environment
package main

import (
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	bridge := &Bridge{AuthURL: os.Getenv("AUTH_URL"), Origins: strings.Fields(os.Getenv("ORIGINS"))}
	http.Handle("/auth/session", bridge)
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		switch user, err := bridge.WhoIs(r); {
		case err != nil:
			w.WriteHeader(http.StatusServiceUnavailable)
		case user != "":
			w.Write([]byte("Signed in as " + user))
		default:
			w.Write([]byte("Signed out"))
		}
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
