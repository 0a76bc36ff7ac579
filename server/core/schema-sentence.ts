/** What a validator of JSON Schema found, as far as a sentence about it needs to know. */
export type SchemaFault = {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
  message?: string
}

/** The first fault as a sentence; `where` is what a fault of the whole is said of, such as `The body`. */
export function schemaSentence(faults: readonly SchemaFault[], where: string, member = 'field'): string {
  const [first] = faults
  if (!first) return `${where} is not as it should be.`
  const { keyword, params, instancePath, message } = first
  const field = instancePath.slice(1).replaceAll('/', '.')
  const name = field || where
  switch (keyword) {
    case 'additionalProperties':
      return `${where} has an unknown ${member}: ${params.additionalProperty}.`
    case 'required':
      return `${where} must have ${field ? `${field}.` : ''}${params.missingProperty}.`
    case 'type':
      return `${name} must be ${article(String(params.type))}.`
    case 'format':
      return `${name} must be a ${params.format === 'date' ? 'real date as YYYY-MM-DD' : params.format}.`
    case 'const':
      return `${name} must be ${allowedValues(faults).join(' or ')}.`
    case 'minimum':
      return `${name} must be at least ${counted(params.limit)}.`
    case 'maximum':
      return `${name} must be at most ${counted(params.limit)}.`
    case 'minLength':
      return `${name} has at least ${counted(params.limit)} characters.`
    case 'maxLength':
      return `${name} has at most ${counted(params.limit)} characters.`
    case 'pattern':
      return params.pattern === '\\S' ? `${name} must not be blank.` : `${name} ${message}.`
    case 'minProperties':
      return `${name} must have a field or more.`
    case 'minItems':
      return `${name} has at least ${counted(params.limit)} ${params.limit === 1 ? 'entry' : 'entries'}.`
    case 'maxItems':
      return `${name} has at most ${counted(params.limit)} entries.`
    default:
      return `${name} ${message}.`
  }
}

const allowedValues = (faults: readonly SchemaFault[]) =>
  faults.flatMap(({ keyword, params }) => (keyword === 'const' ? [String(params.allowedValue)] : []))
const counted = (count: unknown) => Number(count).toLocaleString('en-US')
const article = (type: string) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)
