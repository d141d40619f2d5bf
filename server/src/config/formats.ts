// The formats that several settings have.
import { z } from 'zod';

/** An integer from `min` to `max`, both included. */
export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** Items that are separated by commas. */
export const list = z.string().transform(value =>
  value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== ''),
);

/** The type of parsed settings: the name of each schema, with the type of the value that the schema returns. */
export type Values<Schemas extends Readonly<Record<string, z.ZodType>>> = {
  -readonly [Name in keyof Schemas]: z.output<Schemas[Name]>;
};
