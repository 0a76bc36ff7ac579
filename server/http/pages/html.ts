/** Markup that is whole already; everything else is text, and is escaped when it meets markup. */
export type Html = { readonly markup: string }

export type Part = string | number | Html | undefined | readonly Part[]

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: String.raw({ raw: strings }, ...parts.map(written)) }
}

/** Text in which `backticks` mean code. */
export function prose(text: string): Html[] {
  return text.split('`').map((piece, index) => (index % 2 ? html`<code>${piece}</code>` : html`${piece}`))
}

export function joined(parts: readonly Part[], separator: string): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
}

function written(part: Part): string {
  if (part === undefined) return ''
  if (typeof part === 'object') return 'markup' in part ? part.markup : part.map(written).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => entities[character] as string)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
