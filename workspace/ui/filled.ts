/** The fields that have been filled in, without the space around their texts. */
export const filled = <Fields extends Readonly<Record<string, string | undefined>>>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, text = '']) => (text.trim() ? [[name, text.trim()]] : [])),
  ) as { [Name in keyof Fields]?: string }
