import { css } from 'lit';

/**
 * The styles that the elements share. A page sets `--auth-*`; the rules use `--_*`, which have the defaults. Without a
 * setting the colours follow the `color-scheme` that the elements inherit.
 */
export const themeStyles = css`
  :host {
    --_text: var(--auth-color-text, light-dark(#14171f, #f2f4f8));
    --_muted: var(--auth-color-muted, light-dark(#5a6172, #a3abbd));
    --_accent: var(--auth-color-accent, light-dark(#2457e6, #8cabff));
    --_surface: var(--auth-color-surface, light-dark(#fff, #171a22));
    --_field: var(--auth-color-field, light-dark(#f5f6f9, #20242f));
    --_border: var(--auth-color-border, light-dark(#858c9c, #737b8d));
    --_error: var(--auth-color-error, light-dark(#c4213a, #ff8d97));
    --_radius: var(--auth-radius, 12px);
    /* The focus ring, of fields (beside their accent border) and of buttons (which have no border). */
    --_ring: var(--auth-focus-ring, 0 0 0 3px color-mix(in srgb, var(--_accent) 28%, transparent));

    display: block;
    color: var(--_text);
    font-family: var(--auth-font, system-ui, sans-serif);
    font-size: 16px;
    /* Else the white space between the elements in the shadow root itself has a height. */
    white-space: normal;
  }

  :where(button, input) {
    color: inherit;
    font: inherit;
  }

  /* What a page sets on its body is inherited, and its \`* {…}\` wins over \`:host\`. No specificity: all other rules win. */
  :where(:host > *) {
    font-feature-settings: normal;
    font-style: normal;
    font-variant: normal;
    font-weight: 400;
    line-height: 1.4;
    letter-spacing: normal;
    word-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    hyphens: manual;
    word-break: normal;
    /* Names and logins can be long words; \`break-word\` would leave a grid as wide as its longest word. */
    overflow-wrap: anywhere;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  p,
  h2 {
    margin: 0;
  }

  button:focus-visible {
    /* Forced colours drop shadows and draw outlines, transparent ones too. */
    outline: 2px solid transparent;
    outline-offset: 2px;
    box-shadow: var(--auth-focus-ring, 0 0 0 2px var(--_surface), 0 0 0 4px var(--_accent));
  }

  label {
    display: block;
    margin-block-end: 6px;
    font-size: 14px;
    font-weight: 500;
  }

  #about {
    color: var(--_muted);
  }

  #about:not(:empty) {
    margin-block-end: 8px;
  }

  #error {
    color: var(--_error);
    font-size: 14px;
  }

  #error:not(:empty) {
    padding-block-start: 6px;
  }

  input[aria-busy='true'],
  [aria-busy='true'] ~ span {
    border-style: dashed;
    animation: busy 1s ease-in-out infinite alternate;
  }

  @keyframes busy {
    to {
      opacity: 0.45;
    }
  }

  @media (prefers-reduced-motion: reduce) {
    *,
    ::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;
