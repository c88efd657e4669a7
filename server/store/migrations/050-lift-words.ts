import { sql, type Kysely } from 'kysely';

/** The texts in which a lift is looked for, of the row under this alias; as migration 033 has them, and a line break behind the last. */
const wordsOf = (row: string): string =>
  `lower(${['tag', 'addr', 'rescue_code', 'registration_code', 'internal_tag'].map((column) => `${row}.${column} || '\n'`).join(' || ')})`;

const add = (row: string): string => `insert into elevator_words (rowid, words) values (${row}.id, ${wordsOf(row)});`;
/** FTS5 keeps no text of its own here, so it is given the one that it shall forget. */
const remove = (row: string): string =>
  `insert into elevator_words (elevator_words, rowid, words) values ('delete', ${row}.id, ${wordsOf(row)});`;

/**
 * For SQLite: the words of the lifts by every three letters that stand side by side. Three letters are looked up directly, two among
 * the threes that begin with them (`elevator_word_parts`). Triggers maintain it, whichever way a lift is written.
 */
const statements = [
  `create virtual table elevator_words using fts5(words, content='', columnsize=0, tokenize='trigram case_sensitive 1')`,
  `create virtual table elevator_word_parts using fts5vocab('elevator_words', 'row')`,
  // Merged late and in small parts: with the usual settings one write in a few hundred took 0.2 s of the thread that rings.
  `insert into elevator_words (elevator_words, rank) values ('automerge', 16)`,
  `insert into elevator_words (elevator_words, rank) values ('crisismerge', 64)`,
  `insert into elevator_words (rowid, words) select e.id, ${wordsOf('e')} from elevators e`,
  // What is filled in here stands apart from the small parts that later writes add.
  `insert into elevator_words (elevator_words) values ('optimize')`,
  `create trigger elevators_words_added after insert on elevators begin ${add('new')} end`,
  `create trigger elevators_words_removed after delete on elevators begin ${remove('old')} end`,
  `create trigger elevators_words_changed after update on elevators when old.id <> new.id or ${wordsOf('old')} <> ${wordsOf('new')}
   begin ${remove('old')} ${add('new')} end`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') return;
  for (const statement of statements) await sql.raw(statement).execute(db);
}
