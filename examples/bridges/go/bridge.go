package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"
)

type session struct {
	token, user     string
	askedAt, endsAt time.Time
}

// Bridge is the session of an app's own server. The sessions are in the memory of this process, by a hash of the id.
type Bridge struct {
	AuthURL  string
	Origins  []string
	sessions sync.Map
}

var bearer = regexp.MustCompile(`^(?i:Bearer) ([\w.~+/-]{1,512}=*)$`)

// The token must not go to any other address, so no redirect is followed.
var client = http.Client{Timeout: 3 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// ask gives the session of a token, and 200; 401 if the token is void; 503 if the auth server gives no answer.
func (b *Bridge) ask(token string) (session, int) {
	request, _ := http.NewRequest("GET", b.AuthURL+"/v1/session", nil)
	request.Header.Set("Authorization", "Bearer "+token)
	now := time.Now()
	response, err := client.Do(request)
	if err != nil {
		return session{}, 503
	}
	defer response.Body.Close()
	var answer struct {
		Code   int
		Params struct {
			User      string
			ExpiresIn float64
		}
	}
	// A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
	err = json.NewDecoder(response.Body).Decode(&answer)
	code := max(answer.Code, response.StatusCode)
	isAccount := code == 200 && answer.Params.User != "" && answer.Params.ExpiresIn >= 1
	if err != nil || answer.Code == 0 || (code != 401 && !isAccount) {
		return session{}, 503
	}
	seconds := min(answer.Params.ExpiresIn, 90*86400)
	return session{token, answer.Params.User, now, now.Add(time.Duration(seconds) * time.Second)}, code
}

func keyOf(id string) [32]byte { return sha256.Sum256([]byte(id)) }

func (b *Bridge) find(r *http.Request) ([32]byte, session) {
	id := ""
	if cookie, err := r.Cookie("__Host-auth-session"); err == nil {
		id = cookie.Value
	}
	if found, ok := b.sessions.Load(keyOf(id)); ok && found.(session).endsAt.After(time.Now()) {
		return keyOf(id), found.(session)
	}
	return keyOf(id), session{}
}

// WhoIs says who asks for a page, and 200. 401 is nobody, and with 503 nobody knows.
func (b *Bridge) WhoIs(r *http.Request) (string, int) {
	key, found := b.find(r)
	if found.user == "" {
		return "", 401
	}
	if time.Since(found.askedAt) < 30*time.Second {
		return found.user, 200
	}
	asked, status := b.ask(found.token)
	if asked.endsAt = found.endsAt; status == 200 {
		b.sessions.CompareAndSwap(key, found, asked) // not if a sign-out has deleted it meanwhile
	} else if status == 401 {
		b.sessions.Delete(key)
	}
	return asked.user, status
}

// ServeHTTP answers /auth/session: POST with a token begins a session, DELETE ends it.
func (b *Bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.WriteHeader(b.answer(w, r))
}

func (b *Bridge) answer(w http.ResponseWriter, r *http.Request) int {
	site, sent := r.Header.Get("Sec-Fetch-Site"), bearer.FindStringSubmatch(r.Header.Get("Authorization"))
	key, earlier := b.find(r)
	switch {
	case r.Method != "POST" && r.Method != "DELETE":
		return 405
	case !slices.Contains(b.Origins, r.Header.Get("Origin")) || (site != "" && site != "same-origin"):
		return 403
	case r.Method == "DELETE":
		b.sessions.Delete(key)
		setCookie(w, "", -1)
		return 204
	case sent == nil:
		return 401
	}
	begun, status := b.ask(sent[1])
	seconds := int(time.Until(begun.endsAt).Round(time.Second).Seconds())
	switch {
	case status != 200:
		return status
	case earlier.user != "" && subtle.ConstantTimeCompare([]byte(earlier.token), []byte(begun.token)) == 1:
		return 204
	case earlier.user == begun.user:
		// After a renewal, requests that are under way come with the earlier id for up to a minute.
		b.keep(key, earlier, min(time.Minute, time.Until(earlier.endsAt)))
	default:
		b.sessions.Delete(key)
	}
	id := rand.Text() + rand.Text()
	b.keep(keyOf(id), begun, time.Until(begun.endsAt))
	setCookie(w, id, seconds)
	return 204
}

func (b *Bridge) keep(key [32]byte, kept session, duration time.Duration) {
	kept.endsAt = time.Now().Add(duration)
	b.sessions.Store(key, kept)
	time.AfterFunc(duration, func() { b.sessions.Delete(key) })
}

func setCookie(w http.ResponseWriter, id string, seconds int) {
	const name = "__Host-auth-session"
	http.SetCookie(w, &http.Cookie{Name: name, Value: id, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode})
}
