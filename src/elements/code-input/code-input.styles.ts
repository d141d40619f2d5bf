import { css } from 'lit';

export const codeInputStyles = css`
  .control {
    display: flex;
    flex-direction: column;
  }

  h2 {
    font-size: calc(24 * var(--_px));
    font-weight: 650;
    line-height: 1.2;
    letter-spacing: -0.01em;
  }

  /*
   * The button in the slot "change" stays on the line of the number, and the text before the number wraps. The button moves
   * to the next line only if the number and the button don't fit on one.
   */
  [part='description'] {
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    margin-block: calc(6 * var(--_px)) calc(16 * var(--_px));
  }

  #about {
    flex: 1 0 0;
    min-inline-size: min-content;
  }

  bdi {
    color: var(--_text);
    font-weight: 500;
    white-space: nowrap;
  }

  /* Only screen readers get this full stop: they read the number and then the hint. */
  bdi + i {
    font-size: 0;
  }

  [part='field'] {
    position: relative;
    display: flex;
    gap: calc(8 * var(--_px));
    max-inline-size: calc(360 * var(--_px));
    direction: ltr;
  }

  /* The input covers the cells. Its text, caret and background are transparent: with opacity 0, iOS would show no paste menu. */
  input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    padding: 0;
    border: 0;
    outline: 0;
    background: transparent;
    background-clip: text;
    /* iOS zooms in on fields with a smaller font. */
    font-size: calc(16 * var(--_px));
    caret-color: transparent;
    -webkit-text-fill-color: transparent;
    forced-color-adjust: none;
  }

  /* CSS can't override the background of an autofilled input, only delay it with a transition. */
  input:autofill {
    transition: 1s 99999s !important;
  }

  input::selection {
    background: transparent;
  }

  span {
    display: grid;
    flex: 1;
    place-items: center;
    min-inline-size: 0;
    max-inline-size: calc(60 * var(--_px));
    block-size: calc(56 * var(--_space));
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_field);
    font-size: calc(24 * var(--_px));
    font-weight: 600;
    /* Animated cells are painted over the input, which must still receive the mouse events. */
    pointer-events: none;
  }

  span[data-active] {
    border-color: var(--_line);
    outline: 2px solid var(--_line);
    outline-offset: -2px;
    background: var(--_surface);
    box-shadow: var(--_ring);
  }

  /* All borders have the same colour here, so an outline inside the border would look like a part of it. */
  @media (forced-colors: active) {
    span[data-active] {
      outline-offset: 0;
    }

    input[aria-invalid='true'] ~ span {
      border: 3px double;
    }
  }

  span[data-active]:empty::after {
    inline-size: 2px;
    block-size: calc(24 * var(--_px));
    background: var(--_line);
    content: '';
  }

  span[data-blinking]::after {
    animation: caret 1.1s step-end infinite;
  }

  input[aria-invalid='true'] ~ span {
    animation: shake 0.09s 2;
  }

  input:disabled ~ span {
    opacity: 0.55;
  }

  [part='back'] {
    order: -1;
    margin-block-end: calc(4 * var(--_px));
  }

  @keyframes shake {
    25% {
      translate: -4px;
    }
    75% {
      translate: 4px;
    }
  }

  @keyframes caret {
    50% {
      opacity: 0;
    }
  }
`;
