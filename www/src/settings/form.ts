// How the settings' forms look.
import { css } from "lit";

export const form = css`
  fieldset {
    display: grid;
    gap: 10px;
    margin: 0;
    padding: 0;
    border: 0;
    min-inline-size: 0;
  }
  fieldset.inline {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 20px;
  }
  legend {
    padding: 0;
    margin-block-end: 10px;
    font-weight: 600;
  }
  .choice {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 2px 10px;
    align-items: baseline;
  }
  .choice .small {
    grid-column: 2;
  }
  .field {
    display: grid;
    gap: 4px;
  }
  .field input {
    inline-size: 100%;
  }
  .indent {
    display: grid;
    gap: 12px;
  }
  .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 12px;
    align-items: center;
  }
  .bad {
    color: var(--danger);
  }
  .good {
    color: var(--accent);
  }
  @media (pointer: coarse) {
    .choice {
      min-block-size: 40px;
      align-items: center;
    }
    .field input {
      font-size: 16px;
    }
  }
`;
