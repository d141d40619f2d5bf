package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"
)

const cookieName = "__Host-auth-session"

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

var ErrUnavailable = errors.New("the auth server gives no answer, so nobody knows who is signed in")
var bearer = regexp.MustCompile(`^(?i:Bearer) ([\w.~+/-]+=*)$`) // Go repeats at most 1,000 times

// The token must not go to any other address, so no redirect is followed.
var client = http.Client{Timeout: 3 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// ask gives the session of a token, without a user if the token is void.
func (b *Bridge) ask(token string) (session, error) {
	request, _ := http.NewRequest("GET", b.AuthURL+"/v1/session", nil)
	request.Header.Set("Authorization", "Bearer "+token)
	now := time.Now()
	response, err := client.Do(request)
	if err != nil {
		return session{}, ErrUnavailable
	}
	defer response.Body.Close()
	var answer struct {
		Code   int
		Params struct {
			User      string
			ExpiresIn float64
		}
	}
	err = json.NewDecoder(response.Body).Decode(&answer)
	seconds := min(answer.Params.ExpiresIn, 90*86400)
	// A proxy answers 401 too, and knows nothing about sessions: only an answer with a code counts.
	switch code := max(answer.Code, response.StatusCode); {
	case err == nil && answer.Code != 0 && code == 401:
		return session{}, nil
	case err == nil && answer.Code != 0 && code == 200 && answer.Params.User != "" && seconds >= 1:
		return session{token, answer.Params.User, now, now.Add(time.Duration(seconds) * time.Second)}, nil
	}
	return session{}, ErrUnavailable
}

func (b *Bridge) find(r *http.Request) (key [32]byte, found session) {
	if cookie, err := r.Cookie(cookieName); err == nil {
		key = sha256.Sum256([]byte(cookie.Value))
	}
	if kept, ok := b.sessions.Load(key); ok && kept.(session).endsAt.After(time.Now()) {
		found = kept.(session)
	}
	return
}

// WhoIs says which user asks for a page, "" if nobody is signed in. It gives ErrUnavailable while nobody knows.
func (b *Bridge) WhoIs(r *http.Request) (string, error) {
	key, found := b.find(r)
	if found.user == "" || time.Since(found.askedAt) < 30*time.Second {
		return found.user, nil
	}
	asked, err := b.ask(found.token)
	if asked.endsAt = found.endsAt; asked.user != "" {
		b.sessions.CompareAndSwap(key, found, asked) // not if a sign-out has deleted it meanwhile
	} else if err == nil {
		b.sessions.Delete(key)
	}
	return asked.user, err
}

// ServeHTTP answers /auth/session: POST with a token begins a session, DELETE ends it.
func (b *Bridge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "private, no-store")
	w.WriteHeader(b.answer(w, r))
}

func (b *Bridge) answer(w http.ResponseWriter, r *http.Request) int {
	site, sent := r.Header.Get("Sec-Fetch-Site"), bearer.FindStringSubmatch(r.Header.Get("Authorization"))
	key, earlier := b.find(r)
	id, cookie := rand.Text()+rand.Text(), http.Cookie{Name: cookieName, Path: "/", MaxAge: -1, HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode}
	switch {
	case r.Method != "POST" && r.Method != "DELETE":
		return 405
	case !slices.Contains(b.Origins, r.Header.Get("Origin")) || (site != "" && site != "same-origin"):
		return 403
	case r.Method == "DELETE":
		b.sessions.Delete(key)
		http.SetCookie(w, &cookie)
		return 204
	case sent == nil || len(sent[1]) > 8192:
		return 401
	}
	begun, err := b.ask(sent[1])
	switch {
	case err != nil:
		return 503
	case begun.user == "":
		return 401
	case subtle.ConstantTimeCompare([]byte(earlier.token), []byte(begun.token)) == 1:
		return 204
	case earlier.user == begun.user:
		// After a renewal, requests that are under way come with the earlier id for up to a minute.
		earlier.endsAt = time.Now().Add(min(time.Minute, time.Until(earlier.endsAt)))
		b.keep(key, earlier)
	default:
		b.sessions.Delete(key)
	}
	b.keep(sha256.Sum256([]byte(id)), begun)
	cookie.Value, cookie.MaxAge = id, int(begun.endsAt.Sub(begun.askedAt).Seconds())
	http.SetCookie(w, &cookie)
	return 204
}

func (b *Bridge) keep(key [32]byte, kept session) {
	b.sessions.Store(key, kept)
	time.AfterFunc(time.Until(kept.endsAt), func() { b.sessions.Delete(key) })
}
