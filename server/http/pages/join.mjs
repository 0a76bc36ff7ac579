const shortest = 12
const longest = 200
const patienceMs = 30_000

const part = (id) => document.getElementById(id)
const form = part('form')
const password = part('password')
const repeated = part('repeated')

let token = ''
let isWaiting = false

function begin() {
  token = location.hash.slice(1)
  history.replaceState(null, '', location.pathname)
  complain('')
  show(token ? 'ask' : 'lost')
}

function show(state) {
  for (const id of ['ask', 'lost', 'done']) part(id).hidden = id !== state
  const title = part(`${state}-title`)
  document.title = `${title.textContent} – Portico`
  return title
}

/** Says what is wrong and goes there: to the field that must change, or else to the sentence. */
function complain(sentence, field) {
  part('problem').textContent = sentence
  for (const input of [password, repeated]) input.setAttribute('aria-invalid', String(input === field))
  if (sentence) (field ?? part('problem')).focus()
}

function wait(isBegun) {
  isWaiting = isBegun
  part('send').setAttribute('aria-disabled', String(isBegun))
  part('progress').textContent = isBegun ? 'Setting the password …' : ''
}

/** The service counts in the same way, so that what is told here is what it will say. */
function lengthOf(text) {
  return [...text.normalize('NFKC')].length
}

async function send(event) {
  event.preventDefault()
  if (isWaiting) return
  const length = lengthOf(password.value)
  if (length < shortest) return complain(`The password needs at least ${shortest} characters.`, password)
  if (length > longest) return complain(`The password may have at most ${longest} characters.`, password)
  if (password.value !== repeated.value) return complain('The two passwords are not the same.', repeated)
  complain('')
  wait(true)
  const answer = await ask({ token, password: password.value })
  wait(false)
  if (answer.username === undefined) return complain(answer.error)
  token = ''
  form.reset()
  reveal()
  part('username').textContent = answer.username
  show('done').focus()
}

async function ask(body) {
  try {
    const response = await fetch('/auth/invitation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer = await response.json()
    if (response.status === 201) return { username: answer.username }
    return { error: answer.error ?? `The service answered with ${response.status}.` }
  } catch {
    return {
      error:
        'No answer came, so it is not known whether the password was set. Try again; if the link then counts as used, sign in with the password.',
    }
  }
}

function reveal() {
  for (const input of [password, repeated]) input.type = part('shown').checked ? 'text' : 'password'
}

form.addEventListener('submit', send)
part('shown').addEventListener('change', reveal)
addEventListener('hashchange', begin)
begin()
