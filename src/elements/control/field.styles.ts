import { css } from 'lit';

/** The styles of single-line text inputs: the input of phone-input, and login, password and name in auth-widget. */
export const textInputStyles = css`
  input {
    display: block;
    inline-size: 100%;
    min-block-size: calc(52px * var(--_density));
    padding: 0 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    outline: 0;
    background: var(--_field);
    font-size: 18px;
    font-variant-numeric: tabular-nums;
    text-align: inherit;
  }

  input:hover {
    border-color: var(--_text);
  }

  input:focus {
    border-color: var(--_line);
    /* Forced colours remove shadows and show this outline in a system colour. */
    outline: 2px solid transparent;
    background: var(--_surface);
    box-shadow: var(--_ring);
  }

  input[aria-invalid='true'] {
    border-color: var(--_error);
  }

  input:read-only {
    background: transparent;
  }

  input:disabled {
    opacity: 0.55;
  }

  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
`;
