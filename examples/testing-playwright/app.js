import 'auth-widget/define/auth-widget.js';

const status = document.querySelector('p');
document.addEventListener('auth-signed-in', ({ displayName }) => {
  status.textContent = `Signed in as ${displayName}`;
});
document.addEventListener('auth-signed-out', () => {
  status.textContent = 'Signed out';
});
