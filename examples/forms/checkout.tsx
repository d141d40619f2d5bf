import 'auth-widget/countries/ru.js';
import 'auth-widget/countries/kz.js';
import 'auth-widget/countries/by.js';
import { PhoneInput } from 'auth-widget/react';
import { useState, type FormEvent } from 'react';

/** @param send sends the order, and returns what the server has against the number, or null */
export function Checkout({ send }: { send: (order: { name: string; phone: string }) => Promise<string | null> }) {
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [phoneError, setPhoneError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);

  async function order(event: FormEvent) {
    event.preventDefault(); // the browser has checked the form before this
    if (isSending) return;
    setIsSending(true);
    try {
      setPhoneError(await send({ name, phone: `+${phone}` }));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <form onSubmit={event => void order(event)}>
      <label>
        Name <input value={name} onChange={event => setName(event.target.value)} autoComplete="name" required />
      </label>
      <PhoneInput
        label="Phone number"
        countries="ru kz by"
        required
        value={phone}
        error={phoneError}
        isLoading={isSending /* the number can’t be changed while it is checked */}
        onInput={event => {
          setPhone(event.currentTarget.value);
          setPhoneError(null);
        }}
      />
      <button>Order</button>
    </form>
  );
}
