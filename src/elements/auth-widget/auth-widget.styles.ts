import { css } from 'lit';
import { backButtonStyles } from '../back-button.js';
import { textInputStyles } from '../control/field.styles.js';
import { themeStyles } from '../theme.styles.js';
import { formStyles } from './form.styles.js';

const cardStyles = css`
  :host {
    /* Without a size, the block would be as narrow as its content in a flex container. */
    inline-size: 100%;
    max-inline-size: var(--auth-width, calc(400 * var(--_px)));
  }

  /*
   * The scheme is set on the card because a page's \`* { all: revert }\` wins over \`:host\`, whatever its specificity.
   */
  :host([theme='light']) [part='card'] {
    color-scheme: light;
  }

  :host([theme='dark']) [part='card'] {
    color-scheme: dark;
  }

  /* The card and the headings have no focus ring, because only scripts focus them, for screen readers. */
  [part='card'] {
    max-inline-size: var(--auth-width, calc(400 * var(--_px)));
    outline: 0;
    /* A narrow card has less padding. The percentages refer to the width of the host. */
    padding: calc(clamp(20px, 100% - 312 * var(--_px), 28 * var(--_px)) * var(--auth-density, 1))
      clamp(16px, 100% - 312 * var(--_px), 28 * var(--_px));
    border: 1px solid color-mix(in srgb, var(--_border) 25%, transparent);
    border-radius: calc(var(--_radius) + 8px);
    background: var(--_surface);
    box-shadow: var(--auth-shadow, 0 1px 2px #0000000d, 0 16px 40px -12px #0002);
  }

  [part='form'],
  [name='signed-in'] {
    display: grid;
    gap: calc(18 * var(--_space));
  }

  /* The gap appears only if something is slotted in, because a slot itself generates no box. */
  .top {
    display: grid;
    gap: calc(20 * var(--_space));
  }

  [part='title'] {
    outline: 0;
    font-size: calc(24 * var(--_px));
    font-weight: 650;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }

  [part='legal'] {
    margin-block-start: calc(16 * var(--_px));
    text-align: center;
    text-wrap: balance;
  }

  [part='legal'] > a {
    padding: 0;
    color: inherit;
    text-decoration: underline;
  }

  /* If there are two links, they are part of a sentence, whose other words are in \`data\` elements. */
  [part='legal'] > data ~ a {
    display: inline;
  }

  .waiting {
    display: grid;
    place-items: center;
    min-block-size: calc(240 * var(--_px));
    color: var(--_muted);
    /* The spinner appears late, so that it doesn't flash if a session is restored at once. */
    animation: appear 0.2s 0.3s both;
  }

  @media (prefers-contrast: more) {
    [part='card'],
    [part='error'],
    [part='methods'] > [aria-pressed='true'] {
      border-color: currentcolor;
    }

    [part='link'] {
      text-decoration: underline;
    }
  }

  /*
   * Forced colours drop backgrounds and draw transparent borders. These rules show which method is chosen, which button is
   * disabled, and that the spinner has a gap.
   */
  @media (forced-colors: active) {
    [part='methods'] > [aria-pressed='true'] {
      outline-color: CanvasText;
      background: SelectedItem;
      color: SelectedItemText;
      forced-color-adjust: none;
    }

    [part='button'][aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }

    .spinner {
      border-inline-end-style: none;
    }
  }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap; /* in lines of 1px, screen readers would read the words without spaces */
  }

  @keyframes spin {
    to {
      rotate: 1turn;
    }
  }

  @keyframes appear {
    from {
      opacity: 0;
    }
  }
`;

/** The screen of a signed-in person. */
const signedInStyles = css`
  .person {
    display: grid;
    gap: calc(12 * var(--_px));
    text-align: center;
  }

  .avatar {
    position: relative;
    display: grid;
    place-content: center;
    place-self: center;
    inline-size: calc(64 * var(--_px));
    block-size: calc(64 * var(--_px));
    border-radius: 50%;
    background: color-mix(in srgb, var(--_accent) 14%, transparent);
    color: var(--_line);
    font-size: calc(26 * var(--_px));
    font-weight: 600;
    text-transform: uppercase;
  }

  /* A tick for the success. It grows after a step to this screen: StepMotion. */
  .avatar::after {
    position: absolute;
    inset-block-end: calc(-4 * var(--_px));
    inset-inline-end: calc(-6 * var(--_px));
    inline-size: calc(26 * var(--_px));
    border: calc(2 * var(--_px)) solid var(--_surface);
    border-radius: 50%;
    background: var(--_line);
    color: var(--_surface);
    content: '✓';
    font-size: calc(14 * var(--_px));
    line-height: calc(22 * var(--_px));
  }
`;

/** The styles of the form that a person begins with. A server also sends them with the first screen as HTML, inline or as a linked style sheet. */
export const firstScreenStyles = [themeStyles, textInputStyles, backButtonStyles, formStyles, cardStyles];

export const authWidgetStyles = [...firstScreenStyles, signedInStyles];
