const widget = document.querySelector('auth-widget');
const status = document.querySelector('#status');

widget.addEventListener('auth-signed-in', ({ displayName }) => {
  console.log('Hello', displayName);
  status.textContent = `Signed in as ${displayName}`;
});
widget.addEventListener('auth-signed-out', () => {
  status.textContent = 'Signed out';
});
