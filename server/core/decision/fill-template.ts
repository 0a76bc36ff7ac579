/** Values by field name; unknown fields stay unfilled. */
export type TemplateFields = Readonly<Record<string, string | undefined>>

export type Filled = { text: string; unfilled: string[] }

/** Fills `{{ field }}` from the record. Values are not expanded again. */
export function fillTemplate(template: string, fields: TemplateFields): Filled {
  const unfilled = new Set<string>()
  const text = template.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined) unfilled.add(name)
    return value ?? placeholder
  })
  return { text, unfilled: [...unfilled] }
}

/** An empty line separates paragraphs; a single line break does not. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}
