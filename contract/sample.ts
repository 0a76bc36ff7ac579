/** A sample as it stands in the source, without the indentation that it has there. */
export function sample([text = '']: TemplateStringsArray): string {
  const lines = text.replace(/^\n|\n *$/g, '').split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(indent)).join('\n')
}
