import IMask from 'imask';

const start = input => IMask(input, { mask: '+{7} (000) 000-00-00' });

globalThis.mountPeer = box => {
  const input = Object.assign(document.createElement('input'), { type: 'tel' });
  box.append(input);
  const mask = start(input);
  return () => mask.destroy();
};
start(document.getElementById('phone'));
document.getElementById('phone').classList.add('ready');
