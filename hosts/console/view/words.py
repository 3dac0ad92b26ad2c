"""Every sentence of the console, Russian and English side by side: the one place to change or add a language.

No gender, no exclamation marks. `say` fills the ``{}`` fields; numbers come through `points`, `signed` and `seconds`.
"""

from __future__ import annotations

from typing import Literal

from hosts.console.view.startlines import START

Lang = Literal["ru", "en"]

MINUS = "\u2212"
NBSP = "\u00a0"

_WORDS: dict[str, tuple[str, str]] = START | {
    # the strip
    "rehearsal": ("РЕПЕТИЦИЯ: кнопки с клавиатуры", "REHEARSAL: keys play the buttons"),
    "theme_of": ("тема {n} из {all}", "theme {n} of {all}"),
    "theme_n": ("тема {n}", "theme {n}"),
    "question_of": ("вопрос {n} из {all}", "question {n} of {all}"),
    "question_n": ("вопрос {n}", "question {n}"),
    "no_box": ("без пульта", "no box"),
    "box_up": ("пульт {box}", "box {box}"),
    "boxes_up": ("пульты: {n}", "boxes: {n}"),
    "box_down": ("нет пульта {box}", "box {box} is gone"),
    "records_lost": ("потеряно записей: {n}", "records lost: {n}"),
    "saved": ("записано", "saved"),
    "saving": ("пишется: {n}", "saving: {n}"),
    "not_saved": ("НЕ ЗАПИСАНО: {why}", "NOT SAVED: {why}"),
    "no_copy": ("копия не пишется: {why}", "no copy: {why}"),
    # main
    "theme_title": ("Тема {n}", "Theme {n}"),
    "from_paper": ("Вопрос читается с листа", "The question is read from paper"),
    "spare_paper": ("Запасной вопрос — с листа", "A spare question, from paper"),
    "handout": ("Раздатка: {text}", "Handout: {text}"),
    "answer": ("Ответ", "Answer"),
    "accept": ("Зачёт: {text}", "Accept: {text}"),
    "reject": ("Незачёт: {text}", "Do not accept: {text}"),
    "hidden": ("Скрыто — H Р", "Hidden: H"),
    "next_theme": ("Следующая тема", "Next theme"),
    "right": ("Верно", "Right"),
    "wrong": ("Неверно", "Wrong"),
    "space": ("Пробел", "Space"),
    # what Space does
    "do_theme": ("тема {n}: {name}", "theme {n}: {name}"),
    "do_theme_bare": ("тема {n}", "theme {n}"),
    "do_question": ("вопрос за {value}", "question for {value}"),
    "do_spare": ("запасной вопрос за {value}", "spare question for {value}"),
    "do_read_end": ("дочитан: пошли {s}", "read to the end: {s} run"),
    "do_resume": ("продолжить", "go on"),
    "do_finish": ("закончить бой", "finish the match"),
    "do_window": ("ничего: идёт окно", "nothing: the window runs"),
    "do_answering": ("ничего: идёт ответ", "nothing: an answer is due"),
    "do_played": ("ничего: уже сыгран", "nothing: already played"),
    "do_next_match": ("следующий бой за этим столом", "the next match at this table"),
    # the band
    "buttons": ("кнопки", "buttons"),
    "OPEN": ("ОТКРЫТЫ", "OPEN"),
    "CLOSED": ("ЗАКРЫТЫ", "CLOSED"),
    "HOLD": ("ПАУЗА", "HOLD"),
    "RIGHT": ("ВЕРНО", "RIGHT"),
    "WRONG": ("НЕВЕРНО", "WRONG"),
    "NOBODY": ("НИКТО", "NOBODY"),
    "VOID": ("СНЯТ", "WITHDRAWN"),
    "s": ("с", "s"),
    "next_question": ("Дальше — вопрос за {value}", "Next: the question for {value}"),
    "next_is_theme": ("Дальше — тема {n}", "Next: theme {n}"),
    "all_played": ("Все темы сыграны", "All themes have been played"),
    "opens_announce": ("Откроются, когда назван номинал; раньше не в счёт", "Open when the value is announced"),
    "opens_read": ("Откроются с началом чтения", "Open when the reading begins"),
    "opens_read_end": ("Откроются с концом чтения", "Open when the question has been read"),
    "announced": ("Объявлен номинал {value}", "{value} is announced"),
    "reading": ("Чтение", "Reading"),
    "broken": ("Дочитайте вопрос", "Read on to the end"),
    "may_press": ("Нажатия в счёт", "Presses count"),
    "no_press_yet": ("Нажатия ещё не в счёт", "Presses do not count yet"),
    "window": ("Вопрос прочитан", "The question has been read"),
    "waiting": ("Ждём нажатия", "Waiting for a press"),
    "window_over": ("Время вышло", "Time is up"),
    "no_limit": ("время ответа не ограничено", "no limit to the answer"),
    "answer_up": ("Время вышло: решаете вы", "Time is up: you decide"),
    "name_him": (
        "Назовите игрока и нажмите A Ф: дальше вне очереди — штраф",
        "Say the name and press A: out of turn is fined from then on",
    ),
    "by_hand": ("право вручную", "right given by hand"),
    "provisional": ("предварительно: ждём, не было ли раньше", "provisional: an earlier press may be under way"),
    "later": ("{who} +{ms} мс", "{who} +{ms} ms"),
    "level": ("{who} вровень", "{who} level"),
    "nobody": ("Никто", "Nobody"),
    "closed_correct": ("верный ответ", "a right answer"),
    "closed_timeout": ("время вышло", "time ran out"),
    "closed_all_tried": ("ответы всех неверны", "all have tried"),
    "closed_host": ("вопрос закрыт ведущим", "closed by the host"),
    "closed_void": ("Вопрос снят", "The question is withdrawn"),
    "score_is": ("счёт {score}", "score {score}"),
    "hold_host": ("Пауза", "On hold"),
    "hold_host_do": ("Часы стоят. Пробел — продолжить", "The clocks stand still. Space goes on"),
    "hold_gap": ("Программа стояла", "The program stood still"),
    "hold_gap_do": (
        "Компьютер спал или был занят: решите, как быть с вопросом. Пробел — продолжить",
        "The computer slept or was busy: decide about the question. Space goes on",
    ),
    "hold_link": ("Пульт не отвечает", "A box does not answer"),
    "hold_link_do": ("Проверьте кабель. Пробел — продолжить", "Check the cable. Space goes on"),
    "hold_link_lost": (
        "Нет пульта {box}. Проверьте кабель; Пробел — продолжить без него",
        "Box {box} is gone. Check the cable; Space goes on without it",
    ),
    "hold_session": ("Бой продолжен после перерыва", "The match goes on after a break"),
    "hold_session_do": ("Вопрос был открыт. Пробел — продолжить", "A question was open. Space goes on"),
    "hold_undo": ("Пауза после отмены", "On hold after an undo"),
    "hold_undo_do": ("Вопрос снова открыт. Пробел — продолжить", "The question is open again. Space goes on"),
    "hold_idle_do": ("Часы стоят. P З — продолжить", "The clocks stand still. P goes on"),
    "over": ("Бой окончен", "The match is over"),
    # seats
    "seat_name": ("место {n}", "seat {n}"),
    "is_out": ("нет в бою", "not in the match"),
    "is_no_show": ("неявка", "no-show"),
    "no_link": ("нет связи", "no link"),
    "no_button": ("нет кнопки", "no button"),
    "answers": ("отвечает", "answering"),
    "answers_maybe": ("отвечает?", "answering?"),
    "locked_for": ("закрыт ещё {s}", "locked for {s} more"),
    "locked_out": ("рано: вопрос без этой кнопки", "early: out of this question"),
    "was_wrong": ("ответ был: {delta}", "answered: {delta}"),
    "was_right": ("верно: {delta}", "right: {delta}"),
    "was_no_answer": ("ответа нет: {delta}", "no answer: {delta}"),
    "was_none": ("нажатие не в счёт", "press annulled"),
    "fined": ("штраф: {delta}", "fined: {delta}"),
    "checking": ("проверяется", "being looked up"),
    "held_down": ("кнопка зажата", "button held down"),
    "place": ("{place} место", "place {place}"),
    # why a press gave no right: the reasons of the transcript
    "why_late": ("опоздало в пути — не в счёт", "came too late on the wire"),
    "why_out": ("нет в бою — не в счёт", "not in the match"),
    "why_button_held": ("кнопка зажата — не в счёт", "was held down"),
    "why_on_hold": ("на паузе не в счёт", "on hold: did not count"),
    "why_not_open": ("рано — не в счёт", "early: did not count"),
    "why_closed": ("вопрос закрыт — не в счёт", "closed: did not count"),
    "why_own": ("повторно — не в счёт", "pressed again"),
    "why_tried": ("ответ уже был", "has answered already"),
    "why_busy": ("позже — не в счёт", "later: did not count"),
    "why_busy_grace": ("позже — без наказания", "later: no penalty"),
    "why_busy_punished": ("позже: замок, если неверно", "later: a lock if it is wrong"),
    "why_locked": ("кнопка была закрыта", "the button was locked"),
    "why_fined": ("вне очереди: штраф", "out of turn: fined"),
    "later_by": ("позже на {ms} мс", "later by {ms} ms"),
    # end of the match
    "col_points": ("очки", "points"),
    "col_counts": ("верных ответов", "right answers"),
    "shared": ("делит место", "shares the place"),
    "tie": ("делят {place} место", "share place {place}"),
    "tie_who": ("{who} делят {place} место", "{who} share place {place}"),
    "and": ("{first} и {last}", "{first} and {last}"),
    "shootout": ("Перестрелка нужна (тем: {n}):", "A shootout is needed (themes: {n}):"),
    "shootout_some": ("Перестрелка нужна:", "A shootout is needed:"),
    "no_ties": ("Все места определены", "All places are decided"),
    "journal": ("журнал: {path}", "journal: {path}"),
    "time_match": ("сыграно за {n} мин", "played in {n} min"),
    # between themes
    "themes": ("Темы боя", "The themes"),
    "themes_n": ("Тем: {n}", "Themes: {n}"),
    "themes_do": ("Прочитайте все темы вслух по порядку.", "Read all themes aloud, in their order."),
    "themes_do_paper": ("Прочитайте темы вслух с листа.", "Read the themes aloud from paper."),
    "themes_paper": ("Темы — с листа", "The themes are on paper"),
    "last_theme": ("Последняя тема", "The last theme"),
    "themes_over": ("После последней темы", "After the last theme"),
    "n_of": ("{n} из {all}", "{n} of {all}"),
    "say_scores": ("Объявите счёт", "Announce the scores"),
    "author": ("Автор: {who}", "Author: {who}"),
    "question_for": ("Вопрос за {value}", "The question for {value}"),
    "theme_points": ("за тему {delta}", "this theme {delta}"),
    "time_played": ("Играем {n} мин, тему — {theme} мин", "Played for {n} min, the theme for {theme} min"),
    "check_open": ("Идёт проверка: счёт с ≈ предварительный", "Being looked up: a score with ≈ may change"),
    "check_open_last": (
        "Закончите проверку: K Л. Счёт с ≈ предварительный",
        "Settle what is being looked up: K. A score with ≈ may change",
    ),
    # corrections
    "corrections": ("Правки", "Corrections"),
    "corr_hold": ("бой на паузе", "the match is on hold"),
    "corr_live": ("вопрос открыт: Esc — к бою", "a question is open: Esc goes back"),
    "corr_answering": ("отвечает {who}: Esc — к бою", "{who} is answering: Esc goes back"),
    "corr_question": ("Вопрос {n}", "Question {n}"),
    "corr_no_question": ("Ещё ни одного вопроса", "No question has been played yet"),
    "corr_was_void": ("снят", "withdrawn"),
    "corr_is_open": ("открыт", "open"),
    "corr_verdict": ("вердикт", "verdict"),
    "corr_after": ("станет", "becomes"),
    "corr_score": ("счёт", "score"),
    "corr_place": ("место", "place"),
    "corr_was": ("было {was}", "was {was}"),
    "corr_proposal": (
        "Ответы после верного не считаются: {who}",
        "Answers after the right one count for nothing: {who}",
    ),
    "corr_take": ("снять", "annul"),
    "corr_leave": ("оставить", "leave"),
    "corr_unsaved": ("Ещё не сохранено: Esc оставит всё, как было", "Not saved yet: Esc leaves all as it was"),
    "corr_seats": ("S Ы: место в бою, нет в бою, неявка", "S: a seat is in, out, a no-show"),
    "corr_k_question": ("вопрос", "question"),
    "corr_k_seat": ("место", "seat"),
    "corr_k_state": ("в бою", "in or out"),
    "corr_k_leave": ("выйти", "leave"),
    "corr_k_save": ("сохранить", "save"),
    "corr_seat": ("Сначала место: цифра", "First the seat: a digit"),
    "corr_void": ("Вопрос снят", "The question is withdrawn"),
    "corr_open": ("Вопрос ещё открыт", "The question is still open"),
    "corr_no_verdict": ("У этого места нет решения по этому вопросу", "That seat has no verdict on this question"),
    "corr_later": (
        "Сохранение исправлений — в следующей версии; U Г отменяет последнее решение",
        "Saving corrections comes with the next version; U takes back the last verdict",
    ),
    # legend and questions to the host
    "k_named": ("имя названо", "the name is said"),
    "k_no_answer": ("нет ответа", "no answer"),
    "k_annul": ("нажатие не в счёт", "annul the press"),
    "k_annul_short": ("не в счёт", "annul"),
    "k_nothing": ("ничего", "nothing"),
    "k_close": ("закрыть вопрос", "close the question"),
    "k_undo": ("отменить: {what}", "undo: {what}"),
    "k_undo_bare": ("отменить", "undo"),
    "k_hold": ("пауза", "hold"),
    "k_go_on": ("продолжить", "go on"),
    "k_grant": ("право вручную", "right by hand"),
    "k_digit_grant": ("право месту", "right to a seat"),
    "k_digit_press": ("кнопки мест", "the seats' buttons"),
    "k_check": ("проверка", "look it up"),
    "k_checked": ("проверено", "looked up"),
    "k_void": ("снять вопрос", "withdraw"),
    "k_move": ("другой вопрос", "another question"),
    "k_hide": ("скрыть", "hide"),
    "k_show": ("показать", "show"),
    "k_corrections": ("правки, места", "corrections, seats"),
    "k_theme": ("тема", "theme"),
    "k_quit": ("выйти", "quit"),
    "k_help": ("помощь", "help"),
    "ask_quit": ("Выйти из программы? Ctrl+Q ещё раз — да, Esc — нет", "Quit? Ctrl+Q again: yes, Esc: no"),
    "ask_void": ("Снять вопрос? V М ещё раз — да, Esc — нет", "Withdraw the question? V again: yes, Esc: no"),
    "ask_grant": ("Право вручную: цифра места 1–{n}, Esc — отмена", "Right by hand: seat 1–{n}, Esc cancels"),
    "ask_seat": ("Какое место меняется: цифра 1–{n}, Esc — отмена", "Which seat changes: 1–{n}, Esc cancels"),
    "ask_state": (
        "{who}: 1 — в бою, 2 — нет в бою, 3 — неявка, Esc — отмена",
        "{who}: 1 in the match, 2 not in it, 3 no-show, Esc cancels",
    ),
    "unfocused": ("Щёлкните окно: клавиши идут не сюда", "Click the window: keys go elsewhere"),
    "unfocused_do": ("Нажатия игроков считаются и без этого", "Players' presses count all the same"),
    # what an undo takes back
    "u_theme": ("тема {n}", "theme {n}"),
    "u_announce": ("вопрос за {value}", "the question for {value}"),
    "u_read": ("начало чтения", "beginning to read"),
    "u_read_end": ("конец чтения", "the end of the reading"),
    "u_named": ("имя названо", "the name said"),
    "u_judge": ("«{verdict}»", "“{verdict}”"),
    "u_judge_who": ("«{verdict}» — {who}", "“{verdict}” — {who}"),
    "u_grant": ("право", "the right given"),
    "u_close": ("вопрос закрыт", "the question closed"),
    "u_void": ("вопрос снят", "the question withdrawn"),
    "u_rejudge": ("исправление", "the correction"),
    "u_adjust": ("очки вручную", "points by hand"),
    "u_seat": ("перемена места", "the seat's change"),
    "u_check": ("проверка", "the look-up"),
    "u_note": ("пометка", "the note"),
    "u_finish": ("конец боя", "the end of the match"),
    "v_correct": ("верно", "right"),
    "v_wrong": ("неверно", "wrong"),
    "v_no_answer": ("нет ответа", "no answer"),
    "v_none": ("не в счёт", "annulled"),
    # notices
    "nobody is answering": ("Никто не отвечает: судить некого", "Nobody is answering"),
    "named already": ("Имя уже названо", "The name has been said already"),
    "nothing hangs on the naming": (
        "По этому регламенту имя ничего не меняет",
        "By these rules the naming changes nothing",
    ),
    "there is no verdict to look up": ("Проверять нечего: решений ещё нет", "There is no verdict to look up"),
    "nothing: the window runs": ("Пробел: ничего, идёт окно", "Space: nothing, the window runs"),
    "nothing: somebody is answering": (
        "Пробел: ничего, идёт ответ. J О — верно, F А — неверно, N Т — не в счёт",
        "Space: nothing, somebody is answering. J right, F wrong, N annul",
    ),
    "nothing: that question has been played": ("Этот вопрос уже сыгран", "That question has been played"),
    "nothing: the match is over": ("Бой окончен", "The match is over"),
    "no question is open": ("Открытого вопроса нет", "No question is open"),
    "somebody is answering": ("Сначала решите об ответе", "Somebody is answering: judge first"),
    "other_seat": ("Решение не принято: отвечает уже другое место", "Refused: another seat is answering now"),
    "finished": ("Бой окончен", "The match is over"),
    "a question is open": ("Вопрос ещё открыт", "A question is still open"),
    "nothing to take back": ("Отменять нечего", "There is nothing to take back"),
    "on hold already": ("Пауза уже идёт", "On hold already"),
    "not on hold": ("Паузы нет", "Not on hold"),
    "it is being read already": ("Вопрос уже читается", "It is being read already"),
    "it has been read to its end already": ("Вопрос уже дочитан", "It has been read to its end already"),
    "n_guard": ("Решение не принято: отвечающий только что сменился", "Refused: the responder has just changed"),
    "n_nothing": ("Ничего не сделано: {detail}", "Nothing done: {detail}"),
    "n_refused": ("Не принято: {detail}", "Refused: {detail}"),
    "n_lot": ("Вровень: решил жребий между местами {detail}", "Level: a lot between seats {detail}"),
    "n_gap": ("Программа стояла {detail} с: вопрос на паузе", "The program stood still for {detail} s"),
    "n_link_lost": ("Нет связи с пультом {detail}", "Box {detail} does not answer"),
    "n_link_up": ("Пульт {detail} на связи", "Box {detail} is connected"),
    "n_restarted": ("Пульт {detail} включился заново", "Box {detail} has started anew"),
    "n_lost": ("Пульт не довёз записей — {detail}", "Records lost by the box: {detail}"),
    "n_port": ("Порт: {detail}", "Port: {detail}"),
    "n_no_seat": ("Нажата кнопка без места — {detail}", "A button without a seat: {detail}"),
    "n_internal": ("Ошибка программы, бой идёт дальше: {detail}", "A fault of the program, play goes on: {detail}"),
    # why nothing is written
    "the disk is full": ("диск полон", "the disk is full"),
    "the disk is full (quota)": ("диск полон: квота", "the disk is full (quota)"),
    "the disk is read-only": ("диск только для чтения", "the disk is read-only"),
    "the disk is slow": ("диск не успевает", "the disk is slow"),
    "the disk is gone": ("диска больше нет", "the disk is gone"),
    "the disk does not answer (input/output error)": ("диск не отвечает", "the disk does not answer"),
    "writing is forbidden": ("запись запрещена", "writing is forbidden"),
    "the file or its folder is gone": ("файла или папки нет", "the file or its folder is gone"),
    # what is wrong with a box
    "no_seat": ("все места заняты", "no seat is left"),
    "silent": ("молчит", "silent"),
    "unplugged": ("отключён", "unplugged"),
    "clock": ("сверяет часы", "setting its clock"),
    # help
    "help": ("Клавиши", "Keys"),
    "h_space": ("Пробел, Page Down: дальше — вопрос, дочитан, следующий", "Space, Page Down: the natural next step"),
    "h_right": ("Enter, J О: верно", "Enter, J: right"),
    "h_wrong": ("Backspace, F А: неверно", "Backspace, F: wrong"),
    "h_no_answer": ("Delete: нет ответа", "Delete: no answer"),
    "h_named": ("A Ф: имя названо, дальше вне очереди — штраф", "A: the name is said, out of turn is fined now"),
    "h_annul": ("N Т: нажатие не в счёт, кнопки дальше", "N: annul this press, buttons go on"),
    "h_close": ("C С: закрыть вопрос без ответа", "C: close the question without another answer"),
    "h_undo": ("U Г: отменить последнее", "U: undo the last key"),
    "h_hold": ("P З: пауза и продолжение", "P: hold and go on"),
    "h_grant": ("G П, потом 1–8: право вручную", "G, then 1–8: the right by hand"),
    "h_check": ("K Л: последнее решение проверяется, проверено", "K: the last verdict is being looked up, is settled"),
    "h_void": ("V М: снять вопрос (спросит)", "V: withdraw the question (asks)"),
    "h_arrows": ("Стрелки: другой вопрос или тема", "Arrows: another question or theme"),
    "h_seats": (
        "E У: правки; в них S Ы — место в бою, нет в бою, неявка",
        "E: corrections; there S: a seat is in, out, a no-show",
    ),
    "h_theme": ("T Е: вопросы и ответы темы", "T: this theme's questions and answers"),
    "h_hide": ("H Р: скрыть вопрос и ответ", "H: hide question and answer"),
    "h_lang": ("F2: русский, английский", "F2: Russian, English"),
    "h_light": ("F3: светлый, тёмный экран", "F3: light or dark screen"),
    "h_larger": ("F4: буквы крупнее", "F4: larger type"),
    "h_still": ("F5: без плавных переходов", "F5: nothing fades"),
    "h_full": ("F11: во весь экран", "F11: full screen"),
    "h_quit": ("Ctrl+Q: выйти (спросит)", "Ctrl+Q: quit (asks)"),
    "h_esc": ("Esc: назад; боя не касается", "Esc: back; never touches the match"),
    "h_digits_none": ("1–8: право вручную этому месту", "1–8: the right by hand to that seat"),
    "h_digits_keyboard": ("1–8: кнопки мест (репетиция)", "1–8: the seats' buttons (rehearsal)"),
}  # fmt: skip

HELP = (
    "h_space", "h_right", "h_wrong", "h_no_answer", "h_annul", "h_close", "h_undo", "h_hold", "h_grant",
    "h_check", "h_void", "h_arrows", "h_seats",
    "h_theme", "h_hide", "h_lang", "h_light", "h_larger", "h_still", "h_full", "h_quit", "h_esc",
)  # fmt: skip


def known(code: str) -> bool:
    return code in _WORDS


def say(lang: Lang, code: str, **fields: object) -> str:
    """A sentence by its code. Errors: KeyError for a code that is not in the catalogue."""
    sentence = _WORDS[code][0 if lang == "ru" else 1]
    return sentence.format(**fields) if fields else sentence


def points(number: int) -> str:
    """A score, with a real minus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else points(number)


def tenths(lang: Lang, count: int) -> str:
    """Tenths of a second, or of a millisecond, as people write them: 4,3 or 4.3."""
    return f"{count // 10}{',' if lang == 'ru' else '.'}{count % 10}"


def seconds(lang: Lang, us: int) -> str:
    """A duration of a ruleset: 7 s, 2,5 s."""
    whole, rest = divmod(us, 1_000_000)
    number = str(whole) if rest == 0 else tenths(lang, us // 100_000)
    return f"{number}{NBSP}{say(lang, 's')}"


def catalogue() -> dict[str, tuple[str, str]]:
    """All sentences, for tests that compare the languages."""
    return dict(_WORDS)
