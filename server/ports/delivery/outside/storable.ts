/** What another system says, as the database can hold it: without null characters and halves of pairs. */
export function storable<Value>(value: Value): Value {
  const text = JSON.stringify(value, (_, one) =>
    typeof one === 'string' ? one.replaceAll('\u0000', '\uFFFD').toWellFormed() : one,
  )
  return JSON.parse(text) as Value
}
