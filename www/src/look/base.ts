// What every part of the app looks like: controls, focus, small print. Colours come from style.css.
import { css } from "lit";

export const base = css`
  :host {
    display: block;
    box-sizing: border-box;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h1,
  h2,
  h3,
  p,
  ul,
  ol,
  dl,
  dd,
  figure {
    margin: 0;
    padding: 0;
  }
  ul,
  ol {
    list-style: none;
  }
  h2 {
    font-size: 15px;
    font-weight: 600;
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    color: inherit;
  }
  button {
    min-block-size: 32px;
    padding: 4px 12px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--raised);
    cursor: pointer;
    transition: background-color 120ms, border-color 120ms;
  }
  button:hover:not([disabled]) {
    border-color: var(--accent);
  }
  button.primary {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--on-accent);
    font-weight: 600;
  }
  button.quiet {
    background: none;
    border-color: transparent;
    color: var(--muted);
  }
  button.quiet:hover:not([disabled]) {
    border-color: transparent;
    color: var(--ink);
    background: var(--sunken);
  }
  button[disabled] {
    opacity: 0.55;
    cursor: default;
  }
  input:not([type="radio"], [type="checkbox"]),
  select,
  textarea {
    min-block-size: 36px;
    padding: 6px 10px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--raised);
  }
  input::placeholder,
  textarea::placeholder {
    color: var(--muted);
    opacity: 1;
  }
  input[type="radio"],
  input[type="checkbox"] {
    accent-color: var(--accent);
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .small {
    font-size: 13px;
    color: var(--muted);
  }
  .box {
    padding: 14px 16px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--raised);
  }
  .hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    button,
    select,
    input:not([type="radio"], [type="checkbox"]) {
      min-block-size: 40px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
`;
