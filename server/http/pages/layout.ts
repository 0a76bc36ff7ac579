import { type Html, html } from './html.ts'

export type Assets = { stylesheets: string[]; script?: string }

/** A whole document around a page's own parts. */
export function layout({ title, assets, body }: { title: string; assets: Assets; body: Html }): string {
  const stylesheets = assets.stylesheets.map((address) => html`<link rel="stylesheet" href="${address}">\n`)
  const script = assets.script ? html`<script type="module" src="${assets.script}"></script>\n` : undefined
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${stylesheets}${script}</head>
<body>
${body}
</body>
</html>
`.markup
}
