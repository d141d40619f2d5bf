// Shows the sample that the address names: `?sample=jquery`. The guides show the code of the samples, and not this file.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createApp, h } from 'vue';

const main = document.querySelector('main');
const sample = new URLSearchParams(location.search).get('sample') ?? 'react-hook-form';

/** @param {object} order */
const thank = order => main.append(` Thank you: ${JSON.stringify(order)}`);

/** @param {import('react').ReactNode} content */
const render = content => createRoot(main.appendChild(document.createElement('div'))).render(content);

const samples = {
  async 'react-hook-form'() {
    const { OrderForm } = await import('./order-form.tsx');
    render(createElement(OrderForm, { onOrder: thank }));
  },
  async 'vee-validate'() {
    const { default: OrderForm } = await import('./OrderForm.vue');
    createApp({ render: () => h(OrderForm, { onOrder: thank }) }).mount(
      main.appendChild(document.createElement('div')),
    );
  },
  async jquery() {
    main.innerHTML = (await import('./order-form.html?raw')).default;
    await import('./order-form.js');
  },
  async checkout() {
    main.innerHTML = (await import('./checkout.html?raw')).default;
    await import('./checkout.js');
  },
  async 'checkout-react'() {
    const { Checkout } = await import('./checkout.tsx');
    render(createElement(Checkout, { send: async order => (thank(order), null) }));
  },
  async 'second-factor'() {
    main.innerHTML = (await import('./second-factor.html?raw')).default;
    const { askForCode } = await import('./second-factor.js');
    const check = async code => (code === '111111' ? 'right' : 'wrong');
    if (await askForCode(main.querySelector('code-input'), check)) thank({ code: '111111' });
  },
};

await samples[sample]?.();
