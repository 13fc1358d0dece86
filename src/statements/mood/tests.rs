//! Sentences that are made to fool the reading of moods.

use super::*;

#[track_caller]
fn of(code: &str, sentence: &str) -> Manner {
    let language = crate::statements::languages::all().iter().find(|language| language.code == code).unwrap();
    mood(sentence, language)
}

fn all_are(code: &str, expected: Mood, sentences: &str) {
    let wrong: Vec<&str> =
        sentences.lines().map(str::trim).filter(|line| !line.is_empty() && of(code, line).mood != expected).collect();
    assert!(wrong.is_empty(), "not {expected:?} in {code}: {wrong:#?}");
}

fn all_do(code: &str, what: impl Fn(&Manner) -> bool, sentences: &str) {
    let wrong: Vec<&str> =
        sentences.lines().map(str::trim).filter(|line| !line.is_empty() && !what(&of(code, line))).collect();
    assert!(wrong.is_empty(), "in {code}: {wrong:#?}");
}

#[test]
fn english_states() {
    all_are(
        "en",
        Mood::States,
        "I live in York.
        i'm vegan
        live in york
        My flight is on May 3.
        I moved here in May.
        I've lived here for almost ten years.
        I believe in God.
        Yes, I work at Acme.
        My dog is called Rex.
        I don't like coffee.
        I'm not allergic to nuts.
        Love tea!
        We have two cats.
        I can speak German.",
    );
}

#[test]
fn english_asks() {
    all_are(
        "en",
        Mood::Asks,
        "Where do I live?
        where do i live
        do you know if i live in york
        who am i
        what's my name
        I live in York, right?
        do i like tea
        Can you tell me where I live
        I wonder if I live in York.
        am i allergic to nuts
        Do you remember that I live in York?
        is my flight at 9
        I forgot, do I live in York? Thanks",
    );
}

#[test]
fn english_wishes_and_supposes() {
    all_are(
        "en",
        Mood::Wishes,
        "I'd like to live in Rome.
        I want to move to Rome.
        I hope to live in Rome.
        I wish I lived in Rome.
        I'm thinking of moving to Rome.
        I applied for a job at Acme.
        We want a dog.",
    );
    all_are(
        "en",
        Mood::Supposes,
        "I should live in Rome.
        I could live in Rome.
        I would live in Rome.
        I might live in Rome.
        I think I'm allergic to nuts.
        I guess I live in Rome.
        If I lived in Rome, I'd be happy.
        Maybe I live in Rome.
        Unless I live in Rome.
        I may move to Rome.
        I'd live in Rome.
        I'm probably allergic to nuts.
        Not sure, but I live in Rome.",
    );
}

#[test]
fn english_commands_and_what_they_keep() {
    all_are(
        "en",
        Mood::Commands,
        "Call me Sam.
        Please answer in German.
        Don't call me Sam.
        Write a poem.
        Remember to buy milk.",
    );
    for (sentence, kept) in [
        ("Remember that I'm vegan.", "I'm vegan."),
        ("Please note that I live in York.", "I live in York."),
        ("remember: I'm vegan", "I'm vegan"),
        ("Remember I live in York", "I live in York"),
        ("Don't forget that my dog is called Rex.", "my dog is called Rex."),
        ("Can you remember that I'm vegan?", "I'm vegan"),
        ("Hey, keep in mind that we live in York.", "we live in York."),
    ] {
        let manner = of("en", sentence);
        let span = manner.content.unwrap_or_else(|| panic!("{sentence}"));
        assert_eq!(&sentence[span.start as usize..span.end as usize], kept);
        assert_eq!(manner.mood, Mood::States, "{sentence}");
        assert!(!manner.negated, "{sentence}");
    }
    assert_eq!(of("en", "Remember that I might move.").mood, Mood::Supposes);
}

#[test]
fn english_negates_reports_and_doubts() {
    all_do(
        "en",
        |m| m.negated,
        "I don't live in York.
        I do not live in York.
        I never liked tea.
        I no longer live in York.
        i dont like tea
        No, I'm not vegan.
        I have no dog.",
    );
    all_do(
        "en",
        |m| !m.negated,
        "I live in York.
        No, I live in York.
        No problem, I live in York.
        Nope, I'm vegan.",
    );
    all_do(
        "en",
        |m| m.reported,
        "She said that I live in York.
        People say I'm funny.
        According to Tom, I live in York.
        My mum thinks I'm allergic to nuts.
        My doctor says I'm allergic to nuts.
        I heard that I live in York.",
    );
    all_do(
        "en",
        |m| !m.reported,
        "I said I live in York.
        As I said, I live in York.
        I live in York.",
    );
    all_do(
        "en",
        |m| m.doubted,
        "I love paying taxes /s
        I love Mondays, said no one ever.
        Just kidding!
        jk
        I live in the White House, just kidding.
        I live in Paris, I wish.
        I love Mondays. NOT!
        Yeah right.
        I'm the king of France lol jk
        Not really.",
    );
    all_do(
        "en",
        |m| !m.doubted,
        "I live in York.
        I'm not vegan.
        I don't really like tea.
        I work at Kidding Ltd now.",
    );
}

#[test]
fn english_subjects() {
    for (sentence, subject) in [
        ("I live in York.", Subject::Me),
        ("i'm vegan", Subject::Me),
        ("My dog is called Rex.", Subject::Mine),
        ("We live in York.", Subject::Us),
        ("Our dog is Rex.", Subject::Mine),
        ("She lives in York.", Subject::Other),
        ("You are Claude.", Subject::You),
        ("Since 2010 I live in York.", Subject::Me),
        ("live in York", Subject::None),
        ("Me and my wife live in York.", Subject::Us),
        ("The dog is mine.", Subject::Other),
        ("Yes, I live in York.", Subject::Me),
    ] {
        assert_eq!(of("en", sentence).subject, subject, "{sentence}");
    }
}

#[test]
fn other_languages() {
    for (code, states, asks, wishes, supposes) in [
        ("de", "Ich wohne in Bonn.", "wo wohne ich", "Ich möchte in Rom wohnen.", "Vielleicht wohne ich in Rom."),
        ("fr", "J'habite à Lyon.", "où j'habite", "Je voudrais habiter à Rome.", "Si j'habitais à Rome."),
        ("es", "Vivo en Madrid.", "dónde vivo", "Quiero vivir en Roma.", "Si viviera en Roma."),
        ("pt", "Moro em Lisboa.", "onde moro", "Quero morar em Roma.", "Talvez eu more em Roma."),
        ("it", "Abito a Roma.", "dove abito", "Vorrei abitare a Parigi.", "Forse abito a Roma."),
        ("nl", "Ik woon in Utrecht.", "waar woon ik", "Ik wil in Rome wonen.", "Misschien woon ik in Rome."),
        ("ru", "Я живу в Москве.", "где я живу", "Я хочу жить в Риме.", "Может быть, я живу в Риме."),
        ("zh", "我住在北京。", "我住在哪里", "我想住在罗马。", "如果我住在罗马。"),
        (
            "ja",
            "東京に住んでいます。",
            "どこに住んでいますか",
            "ローマに住みたいです。",
            "ローマに住んでいるかもしれません。",
        ),
    ] {
        all_are(code, Mood::States, states);
        all_are(code, Mood::Asks, asks);
        all_are(code, Mood::Wishes, wishes);
        all_are(code, Mood::Supposes, supposes);
    }
    all_do("de", |m| m.negated, "Ich wohne nicht mehr in Bonn.");
    all_do("fr", |m| m.negated, "Je n'habite plus à Lyon.");
    all_do("es", |m| m.negated, "Ya no vivo en Madrid.\nNo vivo en Madrid.");
    all_do("es", |m| !m.negated, "No, vivo en Madrid.");
    all_do("pt", |m| m.negated, "Não moro mais em Lisboa.");
    all_do("it", |m| m.negated, "Non abito più a Roma.");
    all_do("nl", |m| m.negated, "Ik woon niet meer in Utrecht.");
    all_do("ru", |m| m.negated, "Я больше не живу в Москве.");
    all_do("zh", |m| m.negated, "我不住在北京。");
    all_do("ja", |m| m.negated, "東京に住んでいません。");
    for (code, sentence, kept) in [
        ("de", "Merk dir, dass ich vegan bin.", "ich vegan bin."),
        ("fr", "Souviens-toi que j'habite à Lyon.", "j'habite à Lyon."),
        ("es", "Recuerda que vivo en Madrid.", "vivo en Madrid."),
        ("zh", "请记住，我住在北京。", "我住在北京。"),
        ("ru", "Запомни, что я живу в Москве.", "я живу в Москве."),
    ] {
        let span = of(code, sentence).content.unwrap_or_else(|| panic!("{sentence}"));
        assert_eq!(&sentence[span.start as usize..span.end as usize], kept);
    }
}
