import { css } from 'lit';

export const authWidgetStyles = css`
  :host {
    /* Without a size, the block would be as narrow as its content in a flex container. */
    inline-size: 100%;
    max-inline-size: var(--auth-width, 400px);
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
    max-inline-size: var(--auth-width, 400px);
    outline: 0;
    /* A narrow card has less padding. The percentages refer to the width of the host. */
    padding: calc(clamp(20px, 100% - 312px, 28px) * var(--_density)) clamp(16px, 100% - 312px, 28px);
    border: 1px solid color-mix(in srgb, var(--_border) 25%, transparent);
    border-radius: calc(var(--_radius) + 8px);
    background: var(--_surface);
    box-shadow: var(--auth-shadow, 0 1px 2px #0000000d, 0 16px 40px -12px #0002);
  }

  [part='form'],
  [name='signed-in'] {
    display: grid;
    gap: calc(18px * var(--_density));
  }

  /* The gap appears only if something is slotted in, because a slot itself generates no box. */
  .top {
    display: grid;
    gap: calc(20px * var(--_density));
  }

  [part='title'] {
    outline: 0;
    font-size: 24px;
    font-weight: 650;
    line-height: 1.2;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }

  [part='legal'] {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    justify-content: center;
    margin-block-start: 8px;
    font-size: 14px;
  }

  .waiting {
    display: grid;
    place-items: center;
    min-block-size: 240px;
    color: var(--_muted);
    /* The spinner appears late, so that it doesn't flash if a session is restored at once. */
    animation: appear 0.2s 0.3s both;
  }

  .person {
    display: grid;
    gap: 12px;
    justify-items: center;
    text-align: center;
  }

  .avatar {
    display: grid;
    place-items: center;
    inline-size: 64px;
    block-size: 64px;
    border-radius: 50%;
    background: color-mix(in srgb, var(--_accent) 14%, transparent);
    color: var(--_line);
    font-size: 26px;
    font-weight: 600;
    text-transform: uppercase;
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
   * Forced colours drop backgrounds and draw transparent borders. These rules make the chosen method and the spinner
   * visible.
   */
  @media (forced-colors: active) {
    [part='methods'] > [aria-pressed='true'] {
      outline-color: CanvasText;
      background: SelectedItem;
      color: SelectedItemText;
      forced-color-adjust: none;
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
    white-space: nowrap; /* screen readers would run the words together in lines of 1px */
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
