import 'auth-widget/define/phone-input.js';
import 'auth-widget/countries/ru.js';
import 'auth-widget/countries/kz.js';
import 'auth-widget/countries/by.js';

const form = document.querySelector('form');
const phone = form.querySelector('phone-input');
const output = form.querySelector('output');

// The value has no plus. With this, whatever sends the form, sends +375291234567.
form.addEventListener('formdata', ({ formData }) => {
  if (formData.get('phone')) formData.set('phone', `+${formData.get('phone')}`);
});

// The message of the server was about the number that is being changed.
phone.addEventListener('input', () => (phone.error = null));

// The browser has checked the form before this: `required`, and whether the number is whole and of one of the countries.
form.addEventListener('submit', async event => {
  event.preventDefault();
  if (phone.isLoading) return; // the order has been sent
  output.textContent = '';
  phone.isLoading = true; // the number can’t be changed while it is checked
  const response = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) }).catch(
    () => null,
  );
  phone.isLoading = false;
  if (response?.ok) output.textContent = 'Thank you';
  else if (response?.status === 422) {
    phone.error = (await response.json()).phone;
    phone.focus();
  } else output.textContent = 'That did not work. Try again';
});
