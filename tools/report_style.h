// The style sheet of a report, in light and dark. The colours are those of Okabe and Ito, which
// colour-blind people can tell apart; curves also differ in their dashes, stacks in their shape.

#pragma once

namespace lielow {

inline constexpr const char* kReportStyle = R"(
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c1c1c; --faint: #6a6a6a; --grid: #e2e2e2; --card: #f6f6f6;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b0568f; --c4: #a87800; --c5: #3b8fc4;
  --blue: #0072b2; --red: #d55e00; --light: #f3e9d6; --dark: #e2d2b3; --mark: #f0c419;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --ink: #e6e6e6; --faint: #a0a0a0; --grid: #34373b; --card: #1f2226;
    --c0: #56b4e9; --c1: #f0883e; --c2: #2fc89b; --c3: #e39ac6; --c4: #e6b422; --c5: #8fd0f5;
    --blue: #2b8fd0; --red: #dd6a14; --light: #4a4234; --dark: #3a3329; --mark: #b8940f;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 1160px; background: var(--paper);
  color: var(--ink); font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0.3rem 0; font-size: 1.6rem; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.6rem; font-size: 1.2rem; }
p { margin: 0.4rem 0; max-width: 75ch; }
.faint { color: var(--faint); }
.charts { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(340px, 100%), 1fr)); }
figure { margin: 0; padding: 0.6rem; border-radius: 6px; background: var(--card); }
figcaption { font-weight: 600; }
.wide { max-width: 720px; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; margin: 0.6rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15rem 0.8rem 0.15rem 0; text-align: right;
  border-bottom: 1px solid var(--grid); }
th:first-child, td:first-child { text-align: left; }

.chart { display: block; width: 100%; height: auto; }
.chart text { fill: var(--ink); font-size: 12px; }
.chart .grid { stroke: var(--grid); }
.chart .axis { stroke: var(--faint); }
.chart .diagonal { stroke: var(--faint); stroke-dasharray: 2 4; }
.chart .line { fill: none; stroke-width: 1.8; }
.chart .band { stroke: none; opacity: 0.13; }
.chart .bar { opacity: 0.5; }
.chart .curve-0 { stroke: var(--c0); }
.chart .curve-1 { stroke: var(--c1); }
.chart .curve-2 { stroke: var(--c2); }
.chart .curve-3 { stroke: var(--c3); }
.chart .curve-4 { stroke: var(--c4); }
.chart .curve-5 { stroke: var(--c5); }
.chart .line.curve-1 { stroke-dasharray: 7 3; }
.chart .line.curve-2 { stroke-dasharray: 2 2.5; }
.chart .line.curve-3 { stroke-dasharray: 9 3 2 3; }
.chart .line.curve-4 { stroke-dasharray: 12 4; }
.chart .line.curve-5 { stroke-dasharray: 4 4; }
.chart .dot.curve-0, .chart .band.curve-0 { fill: var(--c0); }
.chart .dot.curve-1, .chart .band.curve-1 { fill: var(--c1); }
.chart .dot.curve-2, .chart .band.curve-2 { fill: var(--c2); }
.chart .dot.curve-3, .chart .band.curve-3 { fill: var(--c3); }
.chart .dot.curve-4, .chart .band.curve-4 { fill: var(--c4); }
.chart .dot.curve-5, .chart .band.curve-5 { fill: var(--c5); }

.viewer { display: grid; gap: 1rem; grid-template-columns: minmax(0, 480px) minmax(220px, 1fr); }
@media (max-width: 700px) { .viewer { grid-template-columns: 1fr; } }
.viewer svg { display: block; width: 100%; height: auto; }
.viewer .b { fill: var(--blue); }
.viewer .r { fill: var(--red); }
.viewer .light { fill: var(--light); }
.viewer .dark { fill: var(--dark); }
.viewer .from, .viewer .to { fill: none; stroke: var(--mark); stroke-width: 5; }
.viewer .from { stroke-dasharray: 8 6; }
.viewer .place { fill: var(--ink); font-size: 22px; }
.viewer .height { fill: #ffffff; font-size: 38px; font-weight: 700; }
.viewer .crown { fill: #ffd83d; stroke: #000000; stroke-width: 2; }
.viewer .share { background: var(--red); height: 14px; border-radius: 3px; overflow: hidden; }
.viewer .share div { background: var(--blue); height: 100%; }
button, select { font: inherit; padding: 0.2rem 0.6rem; }
select { max-width: 100%; }
.moves { max-height: 290px; overflow-y: auto; margin-top: 0.6rem; }
.moves button { border: 0; background: none; color: inherit; padding: 0.1rem 0.35rem;
  cursor: pointer; }
.moves button[aria-current] { background: var(--mark); color: #000000; border-radius: 3px; }
)";

}  // namespace lielow
