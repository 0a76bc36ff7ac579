/** What is filled in, by the name of its field; a field that is not known here stays unfilled. */
export type TemplateFields = Readonly<Record<string, string | undefined>>

export type Filled = { text: string; unfilled: string[] }

/** Plain text with `{{ field }}` filled from the record; what is filled in is never read as a template again. */
export function fillTemplate(template: string, fields: TemplateFields): Filled {
  const unfilled = new Set<string>()
  const text = template.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (written, name: string) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (value === undefined) unfilled.add(name)
    return value ?? written
  })
  return { text, unfilled: [...unfilled] }
}

/** Paragraphs are parted by an empty line; a line's end within one is not. */
export function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
}
