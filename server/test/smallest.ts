type Schema = {
  const?: unknown
  type?: string
  format?: string
  pattern?: string
  examples?: unknown[]
  minLength?: number
  minimum?: number
  minItems?: number
  items?: Schema
  anyOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
}

/** The smallest value that a schema allows: what is not required is left out. */
export function smallest(schema: object): unknown {
  const { type, format, pattern, examples, anyOf, items, properties, ...rest } = schema as Schema
  if (rest.const !== undefined) return rest.const
  if (anyOf?.[0]) return smallest(anyOf[0])
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {})
          .filter(([name]) => rest.required?.includes(name))
          .map(([name, value]) => [name, smallest(value)]),
      )
    case 'array':
      return Array.from({ length: rest.minItems ?? 0 }, (_, index) => {
        const item = smallest(items ?? {})
        return typeof item === 'string' ? `${item}${index || ''}` : item
      })
    case 'string':
      if (format === 'date') return '2026-03-02'
      if (format === 'date-time') return '2026-03-02T12:00:00.000Z'
      if (pattern?.includes('{64}')) return 'a'.repeat(64)
      return examples?.[0] ?? 'x'.repeat(Math.max(1, rest.minLength ?? 0))
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return rest.minimum ?? 0
  }
}
