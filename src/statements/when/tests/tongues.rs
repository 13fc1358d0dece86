//! The other nine languages.

use super::*;

#[test]
fn german() {
    check(
        "de",
        &[
            ("Ich bin gestern umgezogen", "Ich bin <On 2026-07-14..2026-07-15> umgezogen"),
            ("übermorgen", "<On 2026-07-17..2026-07-18>"),
            ("<Ich bin im März umgezogen", "Ich bin <On 2026-03-01..2026-04-01> umgezogen"),
            ("im März letzten Jahres", "<On 2025-03-01..2025-04-01>"),
            ("letzten Monat", "<On 2026-06-01..2026-07-01>"),
            ("am 3. Mai 2024", "<On 2024-05-03..2024-05-04>"),
            ("am 3.", "<On 2026-08-03..2026-08-04>"),
            ("am 03.05.2024", "<On 2024-05-03..2024-05-04>"),
            ("vor zwei Jahren", "<On 2024-07-15..2025-07-15>"),
            ("in drei Wochen", "<On 2026-08-05..2026-08-12>"),
            ("Ich wohne seit drei Jahren hier", "Ich wohne <Since 2023-07-15..2024-07-15> hier"),
            ("seit 2019", "<Since 2019-01-01..2020-01-01>"),
            ("ab Montag", "<From 2026-07-20..2026-07-21>"),
            ("von Montag an", "<From 2026-07-20..2026-07-21>"),
            ("bis Ende August", "<Until 2026-08-22..2026-09-01>"),
            ("am Donnerstag um 15 Uhr", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("morgen früh um 9", "<On 2026-07-16T09:00..2026-07-16T09:01>"),
            ("jeden Montag", "<Every>"),
            ("Montags schwimme ich", "<Every> schwimme ich"),
            ("Ich hasse Montage", "Ich hasse Montage"),
            ("ich habe zwei Kinder", "ich habe zwei Kinder"),
            ("Ich habe zwei Tage", "Ich habe zwei Tage"),
        ],
    );
    check_written(
        "de",
        &[
            ("Die Miete ist morgen fällig.", "Die Miete ist am 16. Juli 2026 fällig."),
            ("seit drei Jahren", "Seit 2023"),
            ("ich komme bis Freitag", "ich komme bis zum 17. Juli 2026"),
        ],
    );
}

#[test]
fn french() {
    check(
        "fr",
        &[
            ("J'ai déménagé hier.", "J'ai déménagé <On 2026-07-14..2026-07-15>."),
            ("la semaine dernière", "<On 2026-07-06..2026-07-13>"),
            ("<en mars", "<On 2026-03-01..2026-04-01>"),
            ("en mars de l'année dernière", "<On 2025-03-01..2025-04-01>"),
            ("le 3 mai 2024", "<On 2024-05-03..2024-05-04>"),
            ("le 1er mai", "<On 2027-05-01..2027-05-02>"),
            ("il y a deux ans", "<On 2024-07-15..2025-07-15>"),
            ("dans trois semaines", "<On 2026-08-05..2026-08-12>"),
            ("J'habite ici depuis trois ans", "J'habite ici <Since 2023-07-15..2024-07-15>"),
            ("à partir de lundi", "<From 2026-07-20..2026-07-21>"),
            ("à partir du 3 septembre", "<From 2026-09-03..2026-09-04>"),
            ("jusqu’à vendredi", "<Until 2026-07-17..2026-07-18>"),
            ("jeudi à 15h", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("demain à 9h30", "<On 2026-07-16T09:30..2026-07-16T09:31>"),
            ("vendredi prochain", "<On 2026-07-17..2026-07-18>"),
            ("tous les lundis", "<Every>"),
            ("le lundi", "<Every>"),
            ("le lundi 20 juillet", "<On 2026-07-20..2026-07-21>"),
            ("j'ai deux ans de retard", "j'ai deux ans de retard"),
        ],
    );
    check_written(
        "fr",
        &[
            ("Le loyer est dû demain.", "Le loyer est dû le 16 juillet 2026."),
            ("je pars jusqu'à vendredi", "je pars jusqu'au 17 juillet 2026"),
        ],
    );
}

#[test]
fn spanish_and_portuguese() {
    check(
        "es",
        &[
            ("Me mudé ayer", "Me mudé <On 2026-07-14..2026-07-15>"),
            ("la semana pasada", "<On 2026-07-06..2026-07-13>"),
            ("<en marzo", "<On 2026-03-01..2026-04-01>"),
            ("en marzo del año pasado", "<On 2025-03-01..2025-04-01>"),
            ("el 3 de mayo de 2024", "<On 2024-05-03..2024-05-04>"),
            ("hace dos años", "<On 2024-07-15..2025-07-15>"),
            ("desde hace tres años", "<For 2023-07-15..2024-07-15>"),
            ("dentro de tres semanas", "<On 2026-08-05..2026-08-12>"),
            ("a partir del lunes", "<From 2026-07-20..2026-07-21>"),
            ("hasta el viernes", "<Until 2026-07-17..2026-07-18>"),
            ("el jueves a las 3 de la tarde", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("el viernes que viene", "<On 2026-07-17..2026-07-18>"),
            ("todos los lunes", "<Every>"),
            ("desde 2019", "<Since 2019-01-01..2020-01-01>"),
            ("odio los lunes", "odio <Every>"),
        ],
    );
    check(
        "pt",
        &[
            ("Mudei-me ontem", "Mudei-me <On 2026-07-14..2026-07-15>"),
            ("na semana passada", "<On 2026-07-06..2026-07-13>"),
            ("<em março", "<On 2026-03-01..2026-04-01>"),
            ("no dia 3 de maio de 2024", "<On 2024-05-03..2024-05-04>"),
            ("há dois anos", "<On 2024-07-15..2025-07-15>"),
            ("daqui a três semanas", "<On 2026-08-05..2026-08-12>"),
            ("desde 2019", "<Since 2019-01-01..2020-01-01>"),
            ("a partir de segunda", "<From 2026-07-20..2026-07-21>"),
            ("até sexta-feira", "<Until 2026-07-17..2026-07-18>"),
            ("na quinta às 15h", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("toda segunda", "<Every>"),
        ],
    );
    check_written("es", &[("El alquiler vence mañana.", "El alquiler vence el 16 de julio de 2026.")]);
    check_written("pt", &[("O aluguel vence amanhã.", "O aluguel vence em 16 de julho de 2026.")]);
}

#[test]
fn italian_and_dutch() {
    check(
        "it",
        &[
            ("Mi sono trasferita ieri", "Mi sono trasferita <On 2026-07-14..2026-07-15>"),
            ("il mese scorso", "<On 2026-06-01..2026-07-01>"),
            ("<a marzo", "<On 2026-03-01..2026-04-01>"),
            ("il 3 maggio 2024", "<On 2024-05-03..2024-05-04>"),
            ("due anni fa", "<On 2024-07-15..2025-07-15>"),
            ("tra tre settimane", "<On 2026-08-05..2026-08-12>"),
            ("Abito qui da tre anni", "Abito qui <Since 2023-07-15..2024-07-15>"),
            ("dal 2019", "<Since 2019-01-01..2020-01-01>"),
            ("a partire da lunedì", "<From 2026-07-20..2026-07-21>"),
            ("fino a venerdì", "<Until 2026-07-17..2026-07-18>"),
            ("giovedì alle 15", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("ogni lunedì", "<Every>"),
            ("sono di Roma", "sono di Roma"),
        ],
    );
    check(
        "nl",
        &[
            ("Ik ben gisteren verhuisd", "Ik ben <On 2026-07-14..2026-07-15> verhuisd"),
            ("vorige maand", "<On 2026-06-01..2026-07-01>"),
            ("<in maart", "<On 2026-03-01..2026-04-01>"),
            ("op 3 mei 2024", "<On 2024-05-03..2024-05-04>"),
            ("twee jaar geleden", "<On 2024-07-15..2025-07-15>"),
            ("over drie weken", "<On 2026-08-05..2026-08-12>"),
            ("Ik woon hier al drie jaar", "Ik woon hier <For 2023-07-15..2024-07-15>"),
            ("sinds 2019", "<Since 2019-01-01..2020-01-01>"),
            ("vanaf maandag", "<From 2026-07-20..2026-07-21>"),
            ("tot vrijdag", "<Until 2026-07-17..2026-07-18>"),
            ("donderdag om 15 uur", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("elke maandag", "<Every>"),
        ],
    );
    check_written("it", &[("L'affitto scade domani.", "L'affitto scade il 16 luglio 2026.")]);
    check_written("nl", &[("De huur moet morgen betaald zijn.", "De huur moet op 16 juli 2026 betaald zijn.")]);
}

#[test]
fn russian() {
    check(
        "ru",
        &[
            ("Я переехал вчера", "Я переехал <On 2026-07-14..2026-07-15>"),
            ("в прошлом месяце", "<On 2026-06-01..2026-07-01>"),
            ("<в марте", "<On 2026-03-01..2026-04-01>"),
            ("в марте прошлого года", "<On 2025-03-01..2025-04-01>"),
            ("3 мая 2024 года", "<On 2024-05-03..2024-05-04>"),
            ("два года назад", "<On 2024-07-15..2025-07-15>"),
            ("через три недели", "<On 2026-08-05..2026-08-12>"),
            ("через неделю", "<On 2026-07-22..2026-07-29>"),
            ("Я живу тут уже три года", "Я живу тут <For 2023-07-15..2024-07-15>"),
            ("с 2019 года", "<Since 2019-01-01..2020-01-01>"),
            ("в понедельник", "<On 2026-07-20..2026-07-21>"),
            ("до пятницы", "<Until 2026-07-17..2026-07-18>"),
            ("в четверг в 15:00", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("завтра в 3 часа дня", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("каждый понедельник", "<Every>"),
            ("живу в Марселе", "живу в Марселе"),
        ],
    );
    check_written(
        "ru",
        &[
            ("Аренда нужна завтра.", "Аренда нужна 16 июля 2026 года."),
            ("<Я приехал в марте", "Я приехал в марте 2026 года"),
        ],
    );
}

#[test]
fn chinese_and_japanese() {
    check(
        "zh",
        &[
            ("我昨天搬家了", "我<On 2026-07-14..2026-07-15>搬家了"),
            ("上个月", "<On 2026-06-01..2026-07-01>"),
            ("去年三月", "<On 2025-03-01..2025-04-01>"),
            ("下周一", "<On 2026-07-20..2026-07-21>"),
            ("3月5日", "<On 2027-03-05..2027-03-06>"),
            ("2024年3月5日", "<On 2024-03-05..2024-03-06>"),
            ("三年前", "<On 2023-07-15..2024-07-15>"),
            ("11月", "<On 2026-11-01..2026-12-01>"),
            ("我住在北京三年了", "我住在北京<For 2023-07-15..2024-07-15>"),
            ("从2019年开始", "<Since 2019-01-01..2020-01-01>"),
            ("周四下午3点", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("每周一", "<Every>"),
            ("我现在住在上海", "我<Now>住在上海"),
        ],
    );
    check(
        "ja",
        &[
            ("昨日引っ越しました", "<On 2026-07-14..2026-07-15>引っ越しました"),
            ("先月", "<On 2026-06-01..2026-07-01>"),
            ("来週の月曜日に", "<On 2026-07-20..2026-07-21>"),
            ("3月5日", "<On 2027-03-05..2027-03-06>"),
            ("3年前に", "<On 2023-07-15..2024-07-15>"),
            ("去年の3月から", "<Since 2025-03-01..2025-04-01>"),
            ("金曜日まで", "<Until 2026-07-17..2026-07-18>"),
            ("木曜日の午後3時に", "<On 2026-07-16T15:00..2026-07-16T15:01>"),
            ("3年間", "<For 2023-07-15..2024-07-15>"),
            ("毎週月曜日", "<Every>"),
        ],
    );
    check_written("zh", &[("房租明天到期。", "房租2026年7月16日到期。")]);
    check_written("ja", &[("家賃は明日が期限です。", "家賃は2026年7月16日が期限です。")]);
}

mod properties {
    use super::*;
    use proptest::prelude::*;

    /// Scraps that dates are made of, and what they are not made of.
    fn texts() -> impl Strategy<Value = String> {
        let scraps = [
            "on ",
            "since ",
            "the end of ",
            "3",
            "31",
            "29 February ",
            "2019",
            "May ",
            "Friday ",
            ", ",
            "/",
            ".",
            "at ",
            "next ",
            "last ",
            "ago",
            "two ",
            "years ",
            "ß",
            "İ",
            "é",
            "\u{301}",
            "月",
            "3月",
            "来週の",
            "から",
            "в ",
            "марта ",
            "h",
            ":",
            "30",
            "12 ",
            "pm",
            "vor ",
            "Jahren ",
            "🙂",
            "\u{200B}",
        ];
        let scrap = prop_oneof![4 => prop::sample::select(scraps.to_vec()).prop_map(String::from), 1 => any::<char>().prop_map(String::from)];
        prop::collection::vec(scrap, 0..24).prop_map(|scraps| scraps.concat())
    }

    proptest! {
        #[test]
        fn any_text_and_any_clock_give_ordered_spans(text in texts(), at in any::<u64>(), utc_offset in -1_440..1_440, past in any::<bool>()) {
            let lean = if past { Lean::Past } else { Lean::Future };
            for language in languages::all() {
                let mut behind = 0;
                let all = find(&text, language, Clock { at, utc_offset }, lean);
                for when in &all {
                    prop_assert!(when.span.start >= behind && when.span.start < when.span.end);
                    prop_assert!(text.get(when.span.clone()).is_some());
                    prop_assert!(when.from <= when.to);
                    prop_assert!(!when.role.is_dated() || write(when, language).is_some(), "{when:?}");
                    behind = when.span.end;
                }
                prop_assert!(all.is_empty() == (written_out(&text, &all, language) == text) || !all.is_empty());
            }
        }
    }
}
