import { css } from 'lit';

/** The styles of single-line text inputs: the input of phone-input, and login, password and name in auth-widget. */
export const textInputStyles = css`
  input {
    display: block;
    inline-size: 100%;
    min-block-size: calc(52 * var(--_space));
    padding: 0 calc(16 * var(--_px));
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    outline: 0;
    background: var(--_field);
    font-size: calc(18 * var(--_px));
    text-align: inherit;
  }

  ::placeholder {
    color: var(--_faint);
    opacity: 1;
  }

  input:focus {
    border-color: var(--_line);
    /* It replaces the browser's own outline. Forced colours remove shadows and show this one in a system colour. */
    outline: 2px solid transparent;
    background: var(--_surface);
    box-shadow: var(--_ring);
  }

  input:disabled {
    opacity: 0.55;
  }

  input:read-only {
    background: transparent;
  }

  /* As \`border-color\`, it would replace the colour of an invalid input. */
  input:hover {
    --_border: var(--_text);
  }
`;
