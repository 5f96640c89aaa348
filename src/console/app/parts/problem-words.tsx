import type { CallProblem } from '../state/call.ts'
import { linkTo } from '../state/place.ts'
import { dollars } from '../state/words.ts'

/**
 * A problem in words, with the way out where there is one. The detail of a refused log-in says what
 * its title says, or that it was the code that was wrong: it stands alone.
 */
export function ProblemWords({ error }: { readonly error: CallProblem }) {
  const { problem, status, message } = error
  const lines = problem.errors ?? []
  return (
    <>
      {problem.title && problem.code !== 'wrong_credentials' ? `${problem.title}. ` : ''}
      {message}
      {status === 402 && (
        <>
          {' '}
          It takes {dollars(problem.required_cents ?? 0)}; {dollars(problem.available_cents ?? 0)}{' '}
          is there. <a href={linkTo('credits')}>Add credits</a>
        </>
      )}
      {lines.length > 1 && (
        <ul>
          {lines.map(({ pointer = '', message: line }) => (
            <li key={`${pointer} ${line}`}>
              {pointer !== '' && `${pointer.replace(/^\//, '')}: `}
              {line}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
