import { PhoneInput } from 'auth-widget/react';
import { Controller, useForm } from 'react-hook-form';

export interface Order {
  name: string;
  phone: string;
}

export function OrderForm({ onOrder }: { onOrder: (order: Order) => void }) {
  const { control, handleSubmit, register } = useForm<Order>({ defaultValues: { name: '', phone: '' } });
  return (
    <form noValidate onSubmit={event => void handleSubmit(onOrder)(event)}>
      <label>
        Name <input {...register('name', { required: true })} />
      </label>
      <Controller
        name="phone"
        control={control}
        rules={{ required: 'Enter the whole number' }} // the value is '' until it is complete
        render={({ field: { ref, value, onChange, onBlur }, fieldState: { error } }) => (
          <PhoneInput
            ref={ref}
            label="Phone number"
            value={value}
            error={error?.message ?? null}
            onInput={event => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
        )}
      />
      <button>Order</button>
    </form>
  );
}
