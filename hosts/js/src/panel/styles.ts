// How everything in the panel looks: tokens, and the plain elements.
import { css } from "lit";

/**
 * Colours and sizes. A page changes one through `--memolet-…` on the panel. Light or dark comes from the
 * `color-scheme` that the element inherits.
 */
export const tokens = css`
  :host {
    --paper: var(--memolet-paper, light-dark(#fbfaf7, #15171a));
    --raised: var(--memolet-raised, light-dark(#ffffff, #1d2024));
    --ink: var(--memolet-ink, light-dark(#1c1d1f, #eceae4));
    --muted: var(--memolet-muted, light-dark(#63666b, #a3a7ad));
    --line: var(--memolet-line, light-dark(#e4e1d8, #2f3338));
    --edge: var(--memolet-edge, light-dark(#8b8a84, #71767d));
    --accent: var(--memolet-accent, light-dark(#0f6b63, #5cc8bb));
    --on-accent: var(--memolet-on-accent, light-dark(#ffffff, #10201e));
    --warn: var(--memolet-warn, light-dark(#8a5a00, #e3b04b));
    --danger: var(--memolet-danger, light-dark(#a3352a, #f08a7d));
    --radius: 10px;
    font: 400 15px/1.5 var(--memolet-font, system-ui, sans-serif);
    color: var(--ink);
  }
  :host([hidden]) { display: none; }
`;

/** The plain elements, in every part of the panel. */
export const elements = css`
  *, ::before, ::after { box-sizing: border-box; }
  h2, h3, h4, p, ul, ol, dl, dd { margin: 0; padding: 0; }
  ul, ol { list-style: none; }
  h2, h3, h4 { font-size: 1em; font-weight: 600; line-height: 1.4; }
  h3, .heading { font-size: 13px; font-weight: 600; color: var(--muted); }
  time, .number { font-variant-numeric: tabular-nums; }
  .muted, .small { font-size: 13px; }
  .muted { color: var(--muted); }
  .warn { color: var(--warn); }
  .words { overflow-wrap: anywhere; white-space: pre-wrap; unicode-bidi: isolate; text-align: start; }
  .hidden {
    position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%);
    white-space: nowrap;
  }

  button, input, select, textarea { font: inherit; color: inherit; }
  button, select, input:not([type="checkbox"]), textarea {
    min-block-size: 34px; padding: 4px 12px; border: 1px solid var(--edge); border-radius: 8px;
    background: var(--raised);
  }
  button { cursor: pointer; font-weight: 600; font-size: 14px; white-space: nowrap; }
  button:hover:not([disabled]) { border-color: var(--accent); color: var(--accent); }
  button[disabled] { cursor: default; color: var(--muted); border-color: var(--line); }
  button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
  button.main:hover:not([disabled]) { color: var(--on-accent); }
  button.main[disabled] { background: var(--line); border-color: var(--line); color: var(--ink); }
  button.danger { color: var(--danger); }
  button.danger:hover:not([disabled]) { border-color: var(--danger); color: var(--danger); }
  button.quiet { border-color: transparent; background: none; color: var(--accent); font-weight: 400; }
  button.link {
    min-block-size: 0; padding: 0; border: 0; border-radius: 2px; background: none;
    font-weight: 400; font-size: inherit; color: inherit;
    white-space: normal; overflow-wrap: anywhere; text-align: start;
    text-decoration: underline; text-decoration-color: var(--edge); text-underline-offset: 3px;
  }
  button.link:hover { text-decoration-color: currentColor; }
  input, select, textarea { inline-size: 100%; min-inline-size: 0; }
  textarea { resize: vertical; min-block-size: 96px; padding: 8px 12px; }
  input::placeholder, textarea::placeholder { color: var(--muted); opacity: 1; }
  label > span, .label { display: block; font-size: 13px; color: var(--muted); margin-block-end: 4px; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  @media (pointer: coarse) {
    input, select, textarea { font-size: 16px; }
    button:not(.link), select, input:not([type="checkbox"]) { min-block-size: 40px; }
    button.link { padding-block: 8px; margin-block: -8px; }
  }

  .card {
    padding: 12px 16px; background: var(--raised);
    border: 1px solid var(--line); border-radius: var(--radius);
  }
  .row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
  .stack { display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); align-content: start; }
  .problem {
    padding: 8px 12px; background: var(--raised);
    border: 1px solid var(--danger); border-radius: var(--radius);
    overflow-wrap: anywhere;
  }
  .problem strong { color: var(--danger); font-weight: 600; }
  .facts { display: grid; grid-template-columns: minmax(88px, 148px) minmax(0, 1fr); gap: 6px 16px; }
  .facts dt { font-size: 13px; line-height: 1.75; color: var(--muted); }
  .facts dd { overflow-wrap: anywhere; }
  .empty { padding: 32px 16px; text-align: center; color: var(--muted); text-wrap: balance; }
  .skeleton {
    block-size: 74px; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius);
  }
`;
