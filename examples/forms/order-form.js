import 'auth-widget/define/phone-input.js';
import $ from 'jquery';

$('form').on('submit', function (event) {
  event.preventDefault();
  // `.serialize()` knows native fields alone. The browser checks `required` and the number before this is called.
  const order = new URLSearchParams(new FormData(this)).toString();
  $.post($(this).attr('action'), order, () => $('output').text('Thank you'));
});
