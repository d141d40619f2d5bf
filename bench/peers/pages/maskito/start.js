import { Maskito } from '@maskito/core';
import { maskitoPhoneOptionsGenerator } from '@maskito/phone';
import metadata from 'libphonenumber-js/min/metadata';

const start = input => new Maskito(input, maskitoPhoneOptionsGenerator({ countryIsoCode: 'RU', metadata }));

globalThis.mountPeer = box => {
  const input = Object.assign(document.createElement('input'), { type: 'tel' });
  box.append(input);
  const mask = start(input);
  return () => mask.destroy();
};
start(document.getElementById('phone'));
document.getElementById('phone').classList.add('ready');
