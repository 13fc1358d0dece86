// Where things are: a header, two panes, and on a phone one pane with a bar to change it.
import { css } from "lit";

export const layout = css`
  :host {
    display: grid;
    grid-template-rows: auto auto minmax(0, 1fr) auto;
    block-size: 100dvh;
  }
  header {
    grid-row: 1;
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 8px 16px;
    border-block-end: 1px solid var(--line);
  }
  h1 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin: 0;
    margin-inline-end: auto;
    font-size: 16px;
    font-weight: 600;
  }
  .mark {
    inline-size: 24px;
    block-size: 24px;
    fill: var(--accent);
  }
  .mark .ear {
    fill: var(--paper);
    opacity: 0.45;
  }
  .mark circle {
    fill: var(--paper);
  }
  .mark .line {
    stroke: var(--paper);
    stroke-width: 2;
    stroke-linecap: round;
  }
  .notice {
    grid-row: 2;
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 12px;
    padding: 6px 16px;
    border-block-end: 1px solid var(--line);
    color: var(--warn);
  }
  main {
    grid-row: 3;
    display: grid;
    min-block-size: 0;
  }
  main[data-side] {
    grid-template-columns: minmax(0, 1fr) clamp(360px, 38vw, 520px);
  }
  .chat,
  aside {
    display: grid;
    min-block-size: 0;
    min-inline-size: 0;
  }
  aside {
    display: flex;
    flex-direction: column;
    border-inline-start: 1px solid var(--line);
    overflow-y: auto;
  }
  .now:not(:empty) {
    padding: 6px 16px;
    border-block-end: 1px solid var(--line);
  }
  /* The panel keeps its whole height: this scrolls, not its parts. */
  memolet-panel {
    flex: 1 0 auto;
  }
  .opening {
    margin: auto;
  }
  .failed {
    display: grid;
    gap: 12px;
    justify-items: start;
    margin: auto;
    padding: 24px;
    max-inline-size: 460px;
  }
  .failed h2 {
    font-size: 22px;
  }
  nav {
    display: none;
  }
  @media (max-width: 800px) {
    main[data-side] {
      grid-template-columns: minmax(0, 1fr);
    }
    main[data-side="chat"] aside,
    main[data-side="memory"] .chat {
      display: none;
    }
    aside {
      border: 0;
    }
    nav {
      grid-row: 4;
      display: grid;
      grid-template-columns: 1fr 1fr;
      border-block-start: 1px solid var(--line);
      padding-block-end: env(safe-area-inset-bottom);
    }
    nav button {
      min-block-size: 48px;
      border: 0;
      border-radius: 0;
      background: none;
      color: var(--muted);
    }
    nav button[aria-pressed="true"] {
      color: var(--accent);
      font-weight: 600;
      box-shadow: inset 0 2px var(--accent);
    }
  }
`;
