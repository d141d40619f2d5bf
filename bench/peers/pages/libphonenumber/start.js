import { AsYouType } from 'libphonenumber-js/min';

const input = document.getElementById('phone');
input.addEventListener('input', () => {
  input.value = new AsYouType('RU').input(input.value);
});
input.classList.add('ready');
