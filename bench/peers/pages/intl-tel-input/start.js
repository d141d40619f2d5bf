/* global intlTelInput */
const start = input => intlTelInput(input, { initialCountry: 'us' });

globalThis.mountPeer = box => {
  const input = Object.assign(document.createElement('input'), { type: 'tel' });
  box.append(input);
  const field = start(input);
  return () => field.destroy();
};
start(document.getElementById('phone'));
