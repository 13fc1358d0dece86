// The mark: a card, and the dog-ear that says it was kept.
import { svg } from "lit";

export const mark = svg`
  <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 3h9l5 5v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z"></path>
    <path class="ear" d="M14 3v3a2 2 0 0 0 2 2h3z"></path>
    <circle cx="8" cy="15" r="1.6"></circle>
    <path class="line" d="M11.5 15h4.5"></path>
  </svg>
`;
